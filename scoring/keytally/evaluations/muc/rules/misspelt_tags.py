"""Inserted text that is a task tag spelled wrong: its partner's finding tells of it already."""

import re
from bisect import bisect_left
from difflib import get_close_matches
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
        """Whether what was inserted from `start` to `end` of a text is such a tag.

        `place` is where it stands in the unit. Where the text before an insertion ends as the
        insertion does, the two cannot be told apart; so the tag may begin a little earlier.
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
        """Whether a tag before it was never closed, or one behind it never opened; each counts once."""
        if is_close:
            return self._unclosed.take(name, 0, place)
        return self._unmatched.take(name, place)


class _Partners:
    """Tags that lost their partner: the name of each, in lower case, and where those of a name stand."""

    def __init__(self, unit: SgmlUnit, rule: str) -> None:
        self._starts: dict[str, list[int]] = {}
        for finding in unit.findings:
            if finding.rule.name == rule:
                self._starts.setdefault(finding.arguments["tag"].lower(), []).append(finding.start)

    def __bool__(self) -> bool:
        return any(self._starts.values())

    def take(self, name: str, start: int, end: int | None = None) -> bool:
        """Whether there is one of about that name between two places; the first one is there no longer."""
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
    """Whether a name is most likely another one, spelled wrong."""
    return bool(get_close_matches(name, [other], cutoff=0.75))
