"""Inlay hints: what the response lacks, at its place, and the hints of the format."""

from collections.abc import Iterator

from keytally.evaluations.interface import Role
from keytally.tallies.status import Status
from keytally.text.span import Span
from keytally_server.answers.inlay_hint import InlayHint
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot

LONGEST_LABEL = 42
"""Code points: VS Code cuts hints of more than 43."""


def inlay_hints(
    snapshot: Snapshot, start: int, end: int, *, with_own_lines: bool = True
) -> Iterator[InlayHint]:
    """What is missing from `start` to `end`, and the format's own hints there.

    Without `with_own_lines` those are left out that a client draws on lines of their own.
    """
    presenter = presenter_of(snapshot.reading.language)
    for placed in snapshot.marks(start, end) if snapshot.role is not Role.KEY else ():
        mark = placed.mark
        is_lacking = placed.start == placed.end and mark.status is Status.MISSING
        if is_lacking and not with_own_lines and presenter.own_line(mark):
            continue
        if is_lacking and (label := presenter.inlay_hint_label(mark)):
            place = presenter.inlay_hint_place(snapshot, mark, placed.start)
            yield InlayHint(place, _clipped(label), _tooltip(mark.partner))
    for unit, offset in snapshot.reading.units.between(start, end):
        for hint in presenter.inlay_hints(snapshot, unit, offset, Span(start, end)):
            if start <= hint.place <= end:
                yield hint._replace(label=_clipped(hint.label))


def _clipped(label: str) -> str:
    label = " ".join(label.split())
    return label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1].rstrip('… ')}…"


def _tooltip(partner: tuple[object, int, int] | None) -> str:
    if partner is None:
        return ""
    unit, start, end = partner
    return f"the key has {' '.join(getattr(unit, 'text', '')[start:end].split())}"
