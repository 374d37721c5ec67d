"""Recognises inserted text that is a misspelt task tag, which its partner's finding reports already."""

import re
from bisect import bisect_left
from functools import lru_cache

from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.findings.table import sgml as table

_LIKE_A_TAG = re.compile(r"<?\s*([/\\\\]?)\s*([A-Za-z]+)(?:\s[^<>]*)?>?")
_LONGEST = 300  # characters of a tag
_MOST_COMMON = 2  # characters of a tag that the text before it may end with


class MisspeltTags:
    """The tags of a unit that lost their partner, each of which can explain one misspelt tag."""

    def __init__(self, unit: SgmlUnit) -> None:
        self._unclosed = _Partners(unit, table.UNCLOSED_TAG.name)
        self._unmatched = _Partners(unit, table.UNMATCHED_CLOSE_TAG.name)

    def explain(self, text: str, start: int, end: int, place: int) -> bool:
        """Whether the text inserted from `start` to `end` is such a tag.

        `place` is its place in the unit. If the text before an insertion ends like the insertion, the two
        cannot be distinguished; so the tag may begin a little earlier.
        """
        if end - start > _LONGEST or not (self._unclosed or self._unmatched):
            return False
        for shift in range(min(_MOST_COMMON, start) + 1):
            written = text[start - shift : end - shift]
            match = _LIKE_A_TAG.fullmatch(written)
            if match and ("<" in written or ">" in written):
                return self._explained(match[2].lower(), bool(match[1]), place)
        return False

    def _explained(self, name: str, is_close: bool, place: int) -> bool:
        """Whether an earlier tag was never closed, or a later one never opened; each counts once."""
        if is_close:
            return self._unclosed.take(name, 0, place)
        return self._unmatched.take(name, place)


class _Partners:
    """Tags that lost their partner: the lower-case name of each, and the places of each name."""

    def __init__(self, unit: SgmlUnit, rule: str) -> None:
        self._starts: dict[str, list[int]] = {}
        for finding in unit.findings:
            if finding.rule.name == rule:
                self._starts.setdefault(finding.arguments["tag"].lower(), []).append(finding.start)

    def __bool__(self) -> bool:
        return any(self._starts.values())

    def take(self, name: str, start: int, end: int | None = None) -> bool:
        """Whether there is one with a similar name between two places; the first one is removed."""
        found: list[tuple[int, list[int]]] = []
        for starts in (starts for own, starts in self._starts.items() if is_about(name, own)):
            index = bisect_left(starts, start)
            if index < len(starts) and (end is None or starts[index] < end):
                found.append((index, starts))
        if found:
            index, starts = min(found, key=lambda each: each[1][each[0]])
            del starts[index]
        return bool(found)


@lru_cache(maxsize=256)
def is_about(name: str, other: str) -> bool:
    """Whether a name is most likely a misspelling of another."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a wrong name pays for it

    return bool(get_close_matches(name, [other], cutoff=0.75))
