"""Rules for fills with values of sets: as a whole, or as parts of a longer fill."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from keytally.evaluations.muc.formats.bnf.model import BnfElement, BnfSlot, Choice, ElementKind
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.unit import SingleFill
from keytally.evaluations.muc.rules.fill_parts import Gap, ends_with, fits, least_gap, words_of
from keytally.evaluations.muc.rules.templates import COMMENT_MARKS
from keytally.findings.finding import Edit, Finding
from keytally.findings.spelling import Speller, listing, shown
from keytally.findings.suggestion import is_clear
from keytally.findings.table import templates as table

_BLANKS = re.compile(r"\s+")
_LAST_WORD = re.compile(r"\S+\s*\Z")
_MOST_PARTS = 6
_WRITTEN = (TemplateTokenKind.QUOTED, TemplateTokenKind.BARE)


class SetFillRules:
    """Checks the values of one slot."""

    def __init__(self, slot: BnfSlot) -> None:
        self._slot = slot
        self._wholes = frozenset(tuple(words_of(value)) for value in slot.values)
        self._others = [choice for choice in slot.choices if len(choice) > 1 or not choice[0].values]
        self._in_parts = [choice for choice in slot.choices if len(choice) > 1]

    def is_sound(self, text: str) -> bool:
        """Whether a fill matches one of the slot's choices."""
        words = words_of(text)
        if tuple(words) in self._wholes:
            return True
        return any(fits(choice, words) for choice in self._others)

    def finding(self, fill: SingleFill, speller: Speller) -> Finding:
        """The finding on a fill that matches no choice: a missing part, its last part, or all of it."""
        words = words_of(fill.text)
        gap = least_gap(self._in_parts, words) if words else None
        if gap and self._is_gap(gap, words):
            return self._lacking(fill, gap)
        alone, ends = self._slot.values, [choice[-1] for choice in self._in_parts]
        if not alone and all(end.values and not ends_with(end, words) for end in ends):
            last = _LAST_WORD.search(fill.text)
            values = tuple(dict.fromkeys(value for element in ends for value in element.values))
            return self._wrong(fill, last.start() if last else 0, values, listing(values), speller)
        return self._wrong(fill, 0, alone, self._allowed, speller)

    @cached_property
    def _allowed(self) -> str:
        """All that the slot takes, in a message."""
        if self._in_parts:
            return ", or ".join(map(_described, self._slot.choices))
        return listing(self._slot.values)

    def torn(self, fills: Sequence[SingleFill]) -> Finding | None:
        """The finding on fills of one line that are the parts of one: the slot takes none of them alone."""
        if len(fills) < 2 or not self._in_parts or any(fill.kind not in _WRITTEN for fill in fills):
            return None
        if any(fill.text.startswith(COMMENT_MARKS) or self.is_sound(fill.text) for fill in fills):
            return None
        start, end = fills[1].start, fills[-1].end
        return table.MULTIPLE_FILLS_ON_LINE.finding(
            start,
            end,
            {
                "count": str(len(fills)),
                "hint": f", none of which {self._slot.name} takes by itself",
                "repair": "make one fill of them",
            },
            self._joined(fills),
        )

    def _joined(self, fills: Sequence[SingleFill]) -> tuple[Edit, ...]:
        """The edit that joins several fills, if the slot takes the result and no link is in between."""
        text = _squashed(" ".join(fill.text for fill in fills))
        if '"' in text or any(fill.link for fill in fills[:-1]) or not self.is_sound(text):
            return ()
        return (Edit(fills[0].start, fills[-1].end, f'"{text}"'),)

    def _is_gap(self, gap: Gap, words: Sequence[str]) -> bool:
        """Whether parts are missing; if not, there are enough words, and the last is no value."""
        few = len(words) < len(gap.choice) or gap.choice[-1].is_text
        return gap.has_value or (few and not self._slot.values)

    def _lacking(self, fill: SingleFill, gap: Gap) -> Finding:
        missing = " and ".join(_part(element) for element in gap.missing[:_MOST_PARTS])
        fault = f"; {missing} {'is' if len(gap.missing) == 1 else 'are'} missing"
        allowed = _described(gap.choice)
        return table.SET_FILL_VALUE.finding(
            fill.start,
            fill.end,
            {"slot": self._slot.name, "allowed": allowed, "fault": fault, "nearest": ""},
        )

    def _wrong(
        self, fill: SingleFill, at: int, values: Sequence[str], allowed: str, speller: Speller
    ) -> Finding:
        """The finding at the words of a fill from `at` on, which should be one of some values."""
        written = fill.text[at:].rstrip()
        start = fill.start + (1 if fill.kind is TemplateTokenKind.QUOTED else 0) + at
        end = start + len(written)
        nearest = speller.nearest(_squashed(written), values) or ""
        mends = nearest and written and self.is_sound(fill.text[:at] + nearest)
        edits = (Edit(start, end, nearest),) if mends else ()
        place = (start, end) if written.strip() else (fill.start, fill.end)
        guessed = not is_clear(_squashed(written), nearest, values)
        return table.SET_FILL_VALUE.finding(
            *place,
            {
                "slot": self._slot.name,
                "allowed": allowed,
                "fault": f", not {shown(written.strip()) or 'nothing'}",
                "nearest": nearest,
            },
            edits,
            guessed=guessed,
        )


def without_duplicates(found: Sequence[Finding]) -> list[Finding]:
    """Findings without those about lines of several fills that another finding joins to one fill."""
    torn = sorted(each.start for each in found if _is_about_fills_of_line(each) and each.arguments["hint"])
    if not torn:
        return list(found)
    return [each for each in found if not (_is_about_fills_of_line(each) and _holds_split_fill(each, torn))]


def _is_about_fills_of_line(finding: Finding) -> bool:
    return finding.rule is table.MULTIPLE_FILLS_ON_LINE


def _holds_split_fill(line: Finding, torn: Sequence[int]) -> bool:
    """Whether a line of several fills contains one of the split fills, given by their starts in order."""
    at = bisect_left(torn, line.start)
    return not line.arguments["hint"] and at < len(torn) and torn[at] < line.end


def _described(choice: Choice) -> str:
    """The parts of a choice in a message, the first few only."""
    parts = [_part(element) for element in choice[:_MOST_PARTS]]
    return ", then ".join([*parts, "…"] if len(choice) > _MOST_PARTS else parts)


def _part(element: BnfElement) -> str:
    if element.kind is ElementKind.POINTER:
        return f"<{shown(element.name)}>"
    return (shown(element.name) or "a string") if element.is_text else listing(element.values)


def _squashed(text: str) -> str:
    return _BLANKS.sub(" ", text).strip()
