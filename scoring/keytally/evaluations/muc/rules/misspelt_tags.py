"""Inserted text that is a task tag spelled wrong: its partner's finding tells of it already."""

import re
from difflib import get_close_matches

from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.findings.table import sgml as table

_LIKE_A_TAG = re.compile(r"<?\s*([/\\\\]?)\s*([A-Za-z]+)(?:\s[^<>]*)?>?")
_LONGEST = 300  # characters of a tag
_MOST_COMMON = 2  # characters of a tag that the text before it may end with


class MisspeltTags:
    """The tags of a unit that lost their partner, each of which can explain one misspelt tag."""

    def __init__(self, unit: SgmlUnit) -> None:
        self._unclosed = _places(unit, table.UNCLOSED_TAG.name)
        self._unmatched = _places(unit, table.UNMATCHED_CLOSE_TAG.name)

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
        partners = self._unclosed if is_close else self._unmatched
        for partner in partners:
            start, partner_name = partner
            if (start < place) == is_close and get_close_matches(name, [partner_name], cutoff=0.75):
                partners.remove(partner)
                return True
        return False


def _places(unit: SgmlUnit, rule: str) -> list[tuple[int, str]]:
    """Where findings of a rule stand, and the names of their tags in lower case."""
    found = (finding for finding in unit.findings if finding.rule.name == rule)
    return [(finding.start, finding.arguments["tag"].lower()) for finding in found]
