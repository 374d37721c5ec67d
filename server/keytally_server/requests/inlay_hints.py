"""Inlay hints: missing items of the key, undecided items of a gold, and hints of the format."""

from collections.abc import Iterator, Sequence
from functools import partial
from operator import add

from lsprotocol import types

from keytally.adjudication.choices import Words, assigned_values, item_in_words
from keytally.adjudication.gold_findings import GoldPlaces
from keytally.adjudication.states import DocumentState
from keytally.families.contract import Role
from keytally.tallies.status import Status
from keytally.text.difference import common_prefix
from keytally.text.positions import Span
from keytally_server.answers import InlayHint
from keytally_server.presenters.presenter import presenter_of
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot

ROOM = 36
"""The maximum number of code points of annotators' values in a label; a count of further hints follows."""

FEWEST = 8
"""The minimum number of code points of a variant in a label."""


def adjudicated_hints(snapshot: Snapshot, start: int, end: int) -> Iterator[InlayHint]:
    """Yield hints about the open items of a gold that end between `start` and `end`; each hint is at the
    end of its item.
    """
    followed = snapshot.adjudication
    gold = None if followed is None or followed.path != snapshot.path else followed.live.gold
    if followed is None or gold is None:
        return
    seen: set[str] = set()
    for unit, _ in gold.units.between(start, end):
        document = gold.documents.name_of(unit)
        state = None if document is None else followed.live.state(document)
        if document is None or state is None or document in seen:
            continue
        seen.add(document)
        places = GoldPlaces(followed.live, state, gold.documents.units_of(document))
        for number in state.open:
            place = places.of(number)
            at = gold.units.offset_of(place.unit) + place.end
            if start <= at <= end:
                yield _hint(at, state, number)


def _hint(place: int, state: DocumentState, number: int) -> InlayHint:
    words = item_in_words(state.items, number)
    name = state.items.items[number].name
    lines = [f"{word.key} {word.said} ({', '.join(word.annotators)})" for word in words]
    return InlayHint(place, f"? {_label(state, number, words)}", "\n".join([f"undecided: {name}", *lines]))


def _label(state: DocumentState, number: int, words: Sequence[Words]) -> str:
    """Return each variant with the number by which it can be chosen and, if there is room, with its
    annotators.
    """
    variants = [word for word in words if word.key]
    said = [word.said for word in words]
    if len(variants) == 1:
        said[0] = assigned_values(state.items, number, variants[0].annotators[0]) or said[0]
    known = list(zip(words, said, strict=True))
    whole = " | ".join(f"{each.key} {short} {' '.join(each.annotators)}" for each, short in known)
    if len(whole) <= ROOM:
        return whole
    return _shortened([f"{word.key} " for word in words], said, len(variants))


def _shortened(keys: Sequence[str], said: Sequence[str], variants: int) -> str:
    """Return variants without their annotators; if they are too long, without their common prefix, and
    truncated.
    """
    separator = " | "
    label = separator.join(map(add, keys, said))
    if len(label) <= ROOM:
        return label
    first, last = min(said[:variants]), max(said[:variants])
    shared = first.rfind(" ", 0, common_prefix(first, last)) + 1 if variants > 1 else 0
    differing = [f"…{each[shared:]}" if shared else each for each in said[:variants]]
    most = max(ROOM // len(said) - len(separator), FEWEST)
    parts = map(add, keys, [*differing, *said[variants:]])
    return separator.join(part if len(part) <= most else f"{part[: most - 1]}…" for part in parts)


LONGEST_LABEL = 42
"""The maximum length of a label in code points, because VS Code truncates hints of more than 43."""

MOST_LISTED = 20
"""The maximum number of additional hints at a position that the tooltip lists."""


def inlay_hints(
    snapshot: Snapshot, start: int, end: int, *, with_own_lines: bool = True
) -> Iterator[InlayHint]:
    """Yield hints about missing and undecided items from `start` to `end`, and the format's own hints.

    If there are several hints at a position, the first has the label, which contains the number of the
    others; its tooltip lists them. Without `with_own_lines`, hints that a client draws on separate lines are
    excluded.
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
    """Return the hints at one position as a single hint."""
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


def answer_inlay_hints(
    server: KeytallyServer, snapshot: Snapshot, params: types.InlayHintParams
) -> list[types.InlayHint]:
    """Return the hints in the visible part; if this part is long, only the hints near the viewed position."""
    part = server.views.part_for_hints(snapshot.path, *server.offsets(snapshot, params.range))
    found = list(inlay_hints(snapshot, *part, with_own_lines=not server.client.draws_lines))
    shown = [_lsp_hint(server, snapshot, hint) for hint in found]
    if server.client.resolves_tooltips:
        _leave_out(server, snapshot, shown, [hint.tooltip for hint in found])
    return shown


def resolve_inlay_hint(server: KeytallyServer, params: types.InlayHint) -> types.InlayHint:
    """Return a hint with its tooltip; unchanged if a newer result has replaced it."""
    params.tooltip = server.hint_tooltips.find(params.data) or params.tooltip
    return params


def _lsp_hint(server: KeytallyServer, snapshot: Snapshot, hint: InlayHint) -> types.InlayHint:
    return types.InlayHint(
        server.columns.to_position(snapshot.reading, hint.place),
        hint.label,
        tooltip=hint.tooltip,
        padding_left=True,
        padding_right=_is_followed(snapshot, hint.place) or None,
    )


def _is_followed(snapshot: Snapshot, place: int) -> bool:
    """Return whether text follows on the same line; a hint at the end of a line needs no padding."""
    return snapshot.buffer.slice(place, place + 1) not in ("", "\r", "\n")


def _leave_out(
    server: KeytallyServer, snapshot: Snapshot, shown: Sequence[types.InlayHint], tooltips: Sequence[str]
) -> None:
    """Replace each tooltip with a number by which the client can resolve it."""
    numbers = server.hint_tooltips.keep(snapshot.path, [partial(str, tooltip) for tooltip in tooltips])
    for hint, number in zip(shown, numbers, strict=True):
        hint.tooltip, hint.data = None, number
