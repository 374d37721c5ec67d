"""Link information of fills: the texts file with its offsets, and the rule that compares links with it."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice
from typing import TYPE_CHECKING, NamedTuple

from keytally.families.muc.bnf import BnfElement, BnfSlot
from keytally.families.muc.templates.scanner import TemplateTokenKind
from keytally.families.muc.templates.unit import Link, SingleFill, TemplateSyntax, TemplateUnit
from keytally.findings.finding import Edit, Finding
from keytally.findings.spelling import short_text
from keytally.findings.table.templates import LINK_TEXT, SLOT_WITHOUT_COLON

if TYPE_CHECKING:
    from keytally.families.muc.sgml.unit import SgmlUnit


# The texts file with the offsets of link information: characters from the start of the file.
#
# Task tags do not count; every other character does, including other tags and line ends. So an offset follows
# from the units before it, each with its length without task tags.


class TextPlace(NamedTuple):
    """A position in the texts: a unit, and an offset in code points from its start, counting task tags."""

    unit: "SgmlUnit"
    place: int


class TextsFile:
    """The texts file that links point to, given by its units in file order."""

    def __init__(self, units: "Iterable[SgmlUnit]") -> None:
        self._units = list(units)
        self._starts = [0, *accumulate(unit.stripped_length for unit in self._units)]

    @property
    def length(self) -> int:
        """Return the number of characters of the whole file, without task tags."""
        return self._starts[-1]

    def text(self, first: int, last: int) -> str | None:
        """Return the characters from `first` to `last`; None if the file ends before `last`."""
        if last > self.length or first > last:
            return None
        parts = []
        for index in range(self._index(first), len(self._units)):
            unit, start = self._units[index], self._starts[index]
            if start >= last:
                break
            begin = unit.source_offset(max(first - start, 0), after_tags=True)
            end = unit.source_offset(min(last - start, unit.stripped_length))
            parts.append(unit.stripped(begin, end))
        return "".join(parts)

    def place(self, offset: int, *, is_end: bool = False) -> TextPlace | None:
        """Return the position of an offset; None outside the file.

        At task tags, it is the position after them, or before them if `is_end` is true.
        """
        if not self._units or not 0 <= offset <= self.length:
            return None
        index = self._index(max(offset - 1, 0) if is_end else offset)
        unit = self._units[index]
        return TextPlace(unit, unit.source_offset(offset - self._starts[index], after_tags=not is_end))

    def offset(self, unit: "SgmlUnit", place: int) -> int:
        """Return the link offset of a position in a unit. Raises ValueError for a unit from another file."""
        return self._starts[self._units.index(unit)] + unit.stripped_offset(place)

    def _index(self, offset: int) -> int:
        """Return the index of the unit that contains the character at an offset.

        At the end of the file, it is the last unit.
        """
        return min(bisect_right(self._starts, offset) - 1, len(self._units) - 1)


def leads_to(link: "Link", name: str) -> bool:
    """Return whether a link refers to this texts file, with or without its extension, in any directory."""
    written = link.texts.replace("\\", "/").rpartition("/")[2]
    return written in (name, name.rpartition(".")[0])


NEAR = 5000
"""The maximum distance from a link's target at which its fill is searched for, in characters."""

MOST_TRIES = 100

_SLACK = 200
_NUMBERS = re.compile(r"##(\d+#\d+)")
_BLANKS = re.compile(r"\s+")
_WORD = re.compile(r"\w")


def judge_links(unit: TemplateUnit, name: str, texts: TextsFile, syntax: TemplateSyntax) -> Iterator[Finding]:
    """Yield a finding for each link of a unit into the texts file `name` that points to text other than its
    fill.

    Whitespace and case are ignored. Links into other files are not checked. Fills that are not copied from
    the texts are not checked either: sets, pointers, text that the BNF declares as normalised, and slots
    without a colon that are read as fills.
    """
    if "##" not in unit.text:
        return
    wrong = list(_wrong_links(unit, name, texts, syntax))
    slots = (
        {finding.start for finding in unit.findings if finding.rule is SLOT_WITHOUT_COLON} if wrong else ()
    )
    for fill, link, held in wrong:
        if fill.start not in slots:
            yield _judge(unit, fill, link, held, texts)


def _wrong_links(
    unit: TemplateUnit, name: str, texts: TextsFile, syntax: TemplateSyntax
) -> Iterator[tuple[SingleFill, Link, str | None]]:
    """Yield the copied fills with links to other text, and that text; None for a link past the end of the
    texts.
    """
    for record in unit.passing_tree().records:
        owner = record.header.identity.class_name if record.header else ""
        for slot in record.slots:
            for fill in slot.fills:
                link = fill.link
                if link is None or link.last < link.first or not leads_to(link, name):
                    continue
                held = texts.text(link.first, min(link.last, link.first + len(fill.text) + _SLACK))
                is_held = link.last <= texts.length and held is not None and _holds(held, fill)
                if not is_held and _is_copied(fill, owner, slot.name, syntax):
                    yield fill, link, held


def _is_copied(fill: SingleFill, owner: str, slot: str, syntax: TemplateSyntax) -> bool:
    """Return whether a fill is copied from the document's text, as far as known."""
    if fill.kind not in (TemplateTokenKind.QUOTED, TemplateTokenKind.BARE):
        return False
    declared = syntax.declared(owner)
    if declared is not None and declared.kind(slot) not in ("string", None):
        return False
    defined = syntax.bnf.of_class(owner) if syntax.bnf else None
    known = defined.slot(slot) if defined else None
    return known is None or _takes_copies(known)


def _takes_copies(slot: BnfSlot) -> bool:
    """Return whether a slot accepts text that is not normalised."""
    return slot.kind == "string" and not any(map(_is_normalized, slot.elements))


def _is_normalized(element: BnfElement) -> bool:
    return element.is_text and element.name.upper().startswith("NORMALIZED")


def _judge(unit: TemplateUnit, fill: SingleFill, link: Link, held: str | None, texts: TextsFile) -> Finding:
    """Return a finding for a link to a range of the texts that differs from the fill."""
    numbers = _NUMBERS.match(unit.text, link.start, link.end)
    start, end = numbers.span(1) if numbers else (link.start, link.end)
    problem = f"the texts end at {texts.length}"
    if link.last <= texts.length and held is not None:
        problem = f"the texts have {short_text(' '.join(held.split())) or 'nothing'} there"
    place = _nearest(fill, link, texts)
    repaired = f"{place[0]}#{place[1]}" if place else ""
    edits = (Edit(start, end, repaired),) if place else ()
    return LINK_TEXT.finding(start, end, {"problem": problem, "repaired": repaired}, edits)


def _holds(held: str, fill: SingleFill) -> bool:
    """Return whether a range of the texts equals a fill or the copied part of a fill.

    An unquoted fill may have a value after its text, as in `Chicago CITY`.
    """
    found, written = held.lower().split(), fill.text.lower().split()
    return found == written or (
        fill.kind is TemplateTokenKind.BARE and bool(found) and found == written[: len(found)]
    )


def _nearest(fill: SingleFill, link: Link, texts: TextsFile) -> tuple[int, int] | None:
    """Return the only position near a link at which its fill occurs; None if there is none, or more than
    one.
    """
    first = min(max(link.first - NEAR, 0), texts.length)
    around = texts.text(first, min(link.first + NEAR, texts.length))
    words = fill.text.split()
    found = list(islice(word_places(words, around or ""), 2)) if words else []
    return (first + found[0][0], first + found[0][1]) if len(found) == 1 else None


def word_places(words: Sequence[str], text: str) -> Iterator[tuple[int, int]]:
    """Yield the positions of consecutive words in a text, with any whitespace between them.

    The search stops after a certain number of positions at which only the first word matches.
    """
    start, tries = text.find(words[0]), 0
    while start >= 0 and tries < MOST_TRIES:
        tries += 1
        end = _end_of(words, text, start)
        if end is not None and not (start and _WORD.match(text, start - 1)) and not _WORD.match(text, end):
            yield start, end
        start = text.find(words[0], start + 1)


def _end_of(words: Sequence[str], text: str, place: int) -> int | None:
    """Return the end of the words at a position; None if the text there is different."""
    for index, word in enumerate(words):
        blanks = _BLANKS.match(text, place)
        if (index and not blanks) or not text.startswith(word, blanks.end() if blanks else place):
            return None
        place = (blanks.end() if blanks else place) + len(word)
    return place
