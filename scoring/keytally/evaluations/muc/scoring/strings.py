"""The comparison of string fills: as written, straightened, or cleaned of words that do not count.

The three forms are the manual's (`stringfill_correct_comparison`); the order of the cleaning steps is
keytally's interpretation, fixed so that results do not depend on the platform.
"""

import re
from collections.abc import Iterable
from enum import Enum
from functools import lru_cache

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.tallies.status import Status

CACHED_STRINGS = 1 << 16


class StringRule(str, Enum):
    """The form in which two string fills are compared, the strictest first."""

    ORIG = "ORIG"
    STRAIGHTENED = "STRAIGHTENED"
    CLEAN = "CLEAN"


def straightened(text: str) -> str:
    """`text` without white space at its ends, and with single spaces between its tokens."""
    return " ".join(text.split())


class StringComparison:
    """Compares string fills as a configuration defines.

    Each rule gives a fill a form, and two fills match by a rule if their forms are equal, so that matching is
    an equivalence and fills can be looked up by form.
    """

    def __init__(self, configuration: Configuration) -> None:
        self._correct = StringRule(configuration.stringfill_correct_comparison.upper())
        self._partial = _rule_or_none(configuration.stringfill_partial_comparison)
        self._ignores_case = configuration.ignore_case == "always"
        self._premodifiers = _pattern("(?:(?:{}) )+", _normalised(configuration.premodifiers))
        self._postmodifiers = _pattern("{}", (text.lower() for text in configuration.postmodifiers))
        self._designators = _longest_first(_normalised(configuration.corporate_designators))
        self._whole_words = configuration.designators == "token"
        self._words = tuple(re.compile(rf"(?<!\S){re.escape(text)}(?!\S)") for text in self._designators)
        self.clean = lru_cache(CACHED_STRINGS)(self._clean)

    @property
    def rules(self) -> list[tuple[StringRule, Status]]:
        """The rules that compare fills, each with the status that agreement earns, in order."""
        partial = [] if self._partial is None else [(self._partial, Status.PARTIAL)]
        return [(self._correct, Status.CORRECT), *partial]

    def form(self, rule: StringRule, text: str) -> str:
        """The form of `text` under `rule`.

        A fill that is empty after cleaning is compared straightened and without case; its form begins with a
        blank, which no cleaned fill does.
        """
        if rule is StringRule.CLEAN:
            return self.clean(text) or " " + straightened(text).lower()
        form = text if rule is StringRule.ORIG else straightened(text)
        return form.lower() if self._ignores_case else form

    def correct_form(self, text: str) -> str:
        """The form that two correct fills share."""
        return self.form(self._correct, text)

    def partial_form(self, text: str) -> str | None:
        """The form that two partially correct fills share; None if no rule earns that."""
        return None if self._partial is None else self.form(self._partial, text)

    def status(self, key: str, response: str) -> Status:
        """Correct, partially correct or incorrect."""
        if key == response or self.correct_form(key) == self.correct_form(response):
            return Status.CORRECT
        if self._partial is not None and self.partial_form(key) == self.partial_form(response):
            return Status.PARTIAL
        return Status.INCORRECT

    def _clean(self, text: str) -> str:
        """`text` as CLEAN compares it: in lower case, without modifiers and designators."""
        text = straightened(text).lower()
        if self._premodifiers is not None and (opening := self._premodifiers.match(text + " ")):
            text = text[opening.end() :]
        if self._postmodifiers is not None:
            text = self._postmodifiers.sub(" ", text)
        return self._without_designators(straightened(text))

    def _without_designators(self, text: str) -> str:
        if self._whole_words:
            for word in self._words:
                text = word.sub("", text)
        else:
            for designator in self._designators:
                text = text.replace(designator, "")
        return straightened(text)


def _rule_or_none(name: str) -> StringRule | None:
    return None if name.upper() == "NONE" else StringRule(name.upper())


def _normalised(texts: Iterable[str]) -> list[str]:
    """The texts in the form of a fill at that step, without empty ones."""
    return [text for text in (straightened(text).lower() for text in texts) if text]


def _longest_first(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(dict.fromkeys(texts), key=lambda text: (-len(text), text)))


def _pattern(frame: str, texts: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern that finds any of the texts, the longest first, within `frame`; None without texts."""
    choices = _longest_first(text for text in texts if text)
    return re.compile(frame.format("|".join(map(re.escape, choices)))) if choices else None
