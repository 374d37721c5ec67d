"""Inlay hints: what the response lacks, what is undecided in a gold, and the hints of the format."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.interface import Role
from keytally.tallies.status import Status
from keytally.text.span import Span
from keytally_server.answers.inlay_hint import InlayHint
from keytally_server.features.adjudicated_hints import adjudicated_hints
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot

LONGEST_LABEL = 42
"""Code points: VS Code cuts hints of more than 43."""

MOST_LISTED = 20
"""The number of further hints of a place that its tooltip lists."""


def inlay_hints(
    snapshot: Snapshot, start: int, end: int, *, with_own_lines: bool = True
) -> Iterator[InlayHint]:
    """What is missing or undecided from `start` to `end`, and the format's own hints; one hint a place.

    The first one at a place has the label, which counts the others; its tooltip lists them. Without
    `with_own_lines` those are left out that a client draws on lines of their own.
    """
    at: dict[int, list[InlayHint]] = {}
    lacking = _lacking(snapshot, start, end, with_own_lines=with_own_lines)
    undecided = adjudicated_hints(snapshot, start, end)
    for hint in (*lacking, *undecided, *_of_format(snapshot, start, end)):
        at.setdefault(hint.place, []).append(hint)
    for hints in at.values():
        yield _joined(hints)


def _lacking(snapshot: Snapshot, start: int, end: int, *, with_own_lines: bool) -> Iterator[InlayHint]:
    presenter = presenter_of(snapshot.reading.language)
    for placed in snapshot.marks(start, end) if snapshot.role is not Role.KEY else ():
        mark = placed.mark
        is_lacking = placed.start == placed.end and mark.status is Status.MISSING
        if is_lacking and not with_own_lines and presenter.own_line(mark):
            continue
        if is_lacking and (label := presenter.inlay_hint_label(mark)):
            place = presenter.inlay_hint_place(snapshot, mark, placed.start)
            yield InlayHint(place, label, _tooltip(mark.partner))


def _of_format(snapshot: Snapshot, start: int, end: int) -> Iterator[InlayHint]:
    presenter = presenter_of(snapshot.reading.language)
    for unit, offset in snapshot.reading.units.between(start, end):
        hints = presenter.inlay_hints(snapshot, unit, offset, Span(start, end))
        yield from (hint for hint in hints if start <= hint.place <= end)


def _joined(hints: Sequence[InlayHint]) -> InlayHint:
    """The hints of one place as one."""
    first, *others = hints
    if not others:
        return first._replace(label=_clipped(first.label))
    count = f" +{len(others)}"
    listed = [" ".join(hint.label.split()) for hint in others[:MOST_LISTED]]
    if len(others) > MOST_LISTED:
        listed.append(f"and {len(others) - MOST_LISTED} more")
    tooltip = "\n".join(each for each in (first.tooltip, *listed) if each)
    return InlayHint(first.place, _clipped(first.label, LONGEST_LABEL - len(count)) + count, tooltip)


def _clipped(label: str, longest: int = LONGEST_LABEL) -> str:
    label = " ".join(label.split())
    return label if len(label) <= longest else f"{label[: longest - 1].rstrip('… ')}…"


def _tooltip(partner: tuple[object, int, int] | None) -> str:
    if partner is None:
        return ""
    unit, start, end = partner
    return f"the key has {' '.join(getattr(unit, 'text', '')[start:end].split())}"
