"""The extent that the key gives to an element of a response, and the edits that take it over."""

from collections.abc import Iterator

from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.findings.edits import Edits, apply_edits, in_order
from keytally.findings.finding import Edit
from keytally.text.span import Span
from keytally_server.formats.sgml.missing_tags import same_stretch, stripped_range


def extents_in_key(unit: SgmlUnit, element: Element, key: SgmlUnit, partner: Element) -> Iterator[Span]:
    """What the key's partner of an element covers in the response, without and with the tags at its ends.

    Nothing if the extents are equal, or the response has other text there.
    """
    wanted = stripped_range(unit, key, partner)
    inner = same_stretch(unit, key, partner)
    if inner is None or wanted == (element.stripped_start, element.stripped_end):
        return
    start, end = inner
    first, last = unit.source_offset(wanted[0]), unit.source_offset(wanted[1], after_tags=True)
    found = (inner, (first, end), (start, last), (first, last))
    yield from (Span(*each) for each in dict.fromkeys(found) if not _cuts_others(unit, element, *each))


def _cuts_others(unit: SgmlUnit, element: Element, start: int, end: int) -> bool:
    """Whether a range holds one tag of an element and not the other, `element` excepted."""
    own = {element.open.start, element.close.start}
    tags = [tag for tag in unit.tags_within(start, end) if tag.start not in own]
    inside = [each for each in unit.elements.within(start, end) if each.start != element.start]
    return len(tags) != 2 * len(inside)


def stretched(unit: SgmlUnit, element: Element, extent: Span, retyping: Edits = ()) -> Edits:
    """Move the tags of an element to the ends of an extent; `retyping` are edits within its tags."""
    opening, closing = element.open, element.close
    moved = []
    for tag, place in ((opening, extent.start), (closing, extent.end)):
        inside = [edit for edit in retyping if tag.start <= edit.start and edit.end <= tag.end]
        written = apply_edits(unit.text[tag.start : tag.end], inside, -tag.start)
        if tag.start <= place <= tag.end:
            moved.append(tuple(inside))
        else:
            moved.append((Edit(tag.start, tag.end, ""), Edit(place, place, written)))
    return in_order(*moved)
