"""The comparison and alignment of string, set and pointer fills."""

import re
from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, Protocol

from keytally.families.muc.model import Configuration, SlotDefinition
from keytally.tallies.status import Status

# The comparison of string fills: as written, straightened, or cleaned of words that do not count.
#
# The three forms are the manual's (`stringfill_correct_comparison`); the order of the cleaning steps is
# keytally's interpretation, fixed so that results do not depend on the platform.


CACHED_STRINGS = 1 << 16


class StringRule(StrEnum):
    """The forms in which string fills are compared, the strictest first."""

    ORIG = "ORIG"
    STRAIGHTENED = "STRAIGHTENED"
    CLEAN = "CLEAN"


def single_spaced(text: str) -> str:
    """Return `text` without leading and trailing whitespace, and with single spaces between its tokens."""
    return " ".join(text.split())


class StringComparison:
    """Compares string fills as the configuration specifies.

    Each rule converts a fill to a form. Two fills match by a rule if their forms are equal, so matching is an
    equivalence relation, and fills can be looked up by form.
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
        """Return the rules for comparing fills, each with the status of fills that match, in order."""
        partial = [] if self._partial is None else [(self._partial, Status.PARTIAL)]
        return [(self._correct, Status.CORRECT), *partial]

    def form(self, rule: StringRule, text: str) -> str:
        """Return the form of `text` for a rule.

        A fill that is empty after cleaning is compared straightened and case-insensitively; its form begins
        with a space, unlike the form of any cleaned fill.
        """
        if rule is StringRule.CLEAN:
            return self.clean(text) or " " + single_spaced(text).lower()
        form = text if rule is StringRule.ORIG else single_spaced(text)
        return form.lower() if self._ignores_case else form

    def correct_form(self, text: str) -> str:
        """Return the form of `text` for the correct rule: two fills are correct if their forms are equal."""
        return self.form(self._correct, text)

    def partial_form(self, text: str) -> str | None:
        """Return the form of `text` for the partial rule: two fills are partially correct if their forms
        are equal; None if there is no such rule.
        """
        return None if self._partial is None else self.form(self._partial, text)

    def status(self, key: str, response: str) -> Status:
        """Return the status of two fills: correct, partially correct or incorrect."""
        if key == response or self.correct_form(key) == self.correct_form(response):
            return Status.CORRECT
        if self._partial is not None and self.partial_form(key) == self.partial_form(response):
            return Status.PARTIAL
        return Status.INCORRECT

    def _clean(self, text: str) -> str:
        """Return `text` as the CLEAN rule compares it: in lower case, without modifiers and designators."""
        text = single_spaced(text).lower()
        if self._premodifiers is not None and (opening := self._premodifiers.match(text + " ")):
            text = text[opening.end() :]
        if self._postmodifiers is not None:
            text = self._postmodifiers.sub(" ", text)
        return self._without_designators(single_spaced(text))

    def _without_designators(self, text: str) -> str:
        if self._whole_words:
            for word in self._words:
                text = word.sub("", text)
        else:
            for designator in self._designators:
                text = text.replace(designator, "")
        return single_spaced(text)


def _rule_or_none(name: str) -> StringRule | None:
    return None if name.upper() == "NONE" else StringRule(name.upper())


def _normalised(texts: Iterable[str]) -> list[str]:
    """Return the texts in lower case and with single spaces, like the fills that they are compared with;
    empty texts are omitted.
    """
    return [text for text in (single_spaced(text).lower() for text in texts) if text]


def _longest_first(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(dict.fromkeys(texts), key=lambda text: (-len(text), text)))


def _pattern(frame: str, texts: Iterable[str]) -> re.Pattern[str] | None:
    """Return a pattern that matches any of the texts, longest first, within `frame`; None if there are no
    texts.
    """
    choices = _longest_first(text for text in texts if text)
    return re.compile(frame.format("|".join(map(re.escape, choices)))) if choices else None


SET_FILL = "set fill"


class AppliedRule(NamedTuple):
    """A rule (`set fill`, or a form of strings such as `CLEAN`), and the status of fills that match by it.

    `key` and `response` are the compared forms; a side without a fill has None.
    """

    rule: str
    earns: Status
    key: str | None
    response: str | None

    @property
    def agrees(self) -> bool:
        """Return whether both sides have a fill and their forms are equal."""
        return self.key is not None and self.key == self.response


def applied_rules(
    configuration: Configuration, slot: SlotDefinition, key: str | None, response: str | None
) -> Iterator[AppliedRule]:
    """Yield the rules that apply to the fills of a slot, up to the first that matches; none for pointers.

    Pointers have no forms: they match if their objects are aligned.
    """
    if slot.kind == "set":
        yield AppliedRule(SET_FILL, Status.CORRECT, _lower(key), _lower(response))
    elif slot.kind == "string":
        strings = StringComparison(configuration)
        for rule, earns in strings.rules:
            forms = (None if text is None else strings.form(rule, text).strip() for text in (key, response))
            applied = AppliedRule(rule.value, earns, *forms)
            yield applied
            if applied.agrees:
                break


def _lower(text: str | None) -> str | None:
    return None if text is None else text.lower()


# The correct part of a multi-fill, counted without pairing the rest.
#
# Of many alternatives only the best is paired completely. To find it, each is looked up in an index of the
# other side: the cost depends on the alternative, not on the number of fills on the other side.


class Credit(NamedTuple):
    """The numbers of correct and partially correct fills in an alignment."""

    correct: int
    partial: int


Crediting = Callable[[Sequence[str]], Credit]
"""Returns the credit of a key's multi-fill compared with a given multi-fill of the response."""

Form = Callable[[str], str | None]


def credit_by_form(response: Sequence[str], correct: Form, partial: Form | None = None) -> Crediting:
    """Return a function that counts fills with equal forms: first correct fills, then partially correct
    fills.

    A form of None is never equal to another. Fills with the same form are used in file order, as in the
    alignment.
    """
    forms = [correct] if partial is None else [correct, partial]
    places = [_by_form([form(text) for text in response]) for form in forms]

    def credit(key: Sequence[str]) -> Credit:
        counts, taken, left = [0, 0], set[int](), key
        for level, (form, known) in enumerate(zip(forms, places, strict=True)):
            unpaired, passed = [], dict[str | None, int]()
            for text in left:
                place = _next(known, form(text), passed, taken)
                if place is None:
                    unpaired.append(text)
                else:
                    taken.add(place)
            counts[level], left = len(left) - len(unpaired), unpaired
        return Credit(*counts)

    return credit


def credit_by_target(
    response: Sequence[str], forms_of: Callable[[str, bool], Sequence[Hashable]]
) -> Crediting:
    """Return a function that counts pointers that share a form; each is paired with the first remaining
    pointer for any of its forms.
    """
    known: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place, pointer in enumerate(response):
        for form in forms_of(pointer, False):
            known[form].append(place)

    def credit(key: Sequence[str]) -> Credit:
        passed: defaultdict[Hashable, int] = defaultdict(int)
        correct = 0
        for pointer in key:
            waiting = [
                (known[form][passed[form]], form)
                for form in forms_of(pointer, True)
                if form in known and passed[form] < len(known[form])
            ]
            if waiting:
                _, first = min(waiting, key=lambda each: each[0])
                passed[first] += 1
                correct += 1
        return Credit(correct, 0)

    return credit


def _by_form(forms: Sequence[str | None]) -> Mapping[str | None, Sequence[int]]:
    """Map each form to its indices, in order."""
    places: dict[str | None, list[int]] = {}
    for place, form in enumerate(forms):
        if form is not None:
            places.setdefault(form, []).append(place)
    return places


def _next(
    known: Mapping[str | None, Sequence[int]],
    form: str | None,
    passed: dict[str | None, int],
    taken: set[int],
) -> int | None:
    """Return the first unused index of a form; `passed` counts the indices already examined."""
    places = known.get(form, ())
    for at in range(passed.get(form, 0), len(places)):
        passed[form] = at + 1
        if places[at] not in taken:
            return places[at]
    return None


# The alignment of the fills of two multi-fills.
#
# The manual pairs the single fills of two multi-fills in decreasing order of their F-scores. A single
# fill's F is 1, one half or 0, so that order is: the correct pairs, the partially correct ones, the rest,
# each in file order.


CACHED_FORMS = 256


class Match(NamedTuple):
    """Two aligned fills, by index; None in place of a missing partner."""

    status: Status
    key: int | None
    response: int | None


class FillComparison(Protocol):
    """The comparison of a slot's single fills.

    A removed fill is ignored: it is a pointer to an unaligned optional object.
    """

    def status(self, key: str, response: str) -> Status:
        """Return the status of two fills."""

    def removed(self, text: str, key_side: bool) -> bool:
        """Return whether a fill of that side is ignored."""

    def align(self, key: Sequence[str], response: Sequence[str]) -> list[Match]:
        """Return the alignment of two multi-fills; each fill of either occurs in one match."""

    def crediting(self, response: Sequence[str]) -> Crediting:
        """Return a function that computes the credit of a key's multi-fill; it equals the credit of
        `align`.
        """

    def lookup_forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """Return the forms under which an index stores a fill; two fills earn credit if they share a form."""


class SetFills:
    """Set fills, which are compared case-insensitively."""

    def __init__(self) -> None:
        self.form: Callable[[str], str] = lru_cache(CACHED_FORMS)(str.lower)
        """The lower-case text, which is equal for correct fills; cached for comparisons with many
        alternatives.
        """

    def status(self, key: str, response: str) -> Status:
        """Return the status of two fills: correct or incorrect."""
        return Status.CORRECT if self.form(key) == self.form(response) else Status.INCORRECT

    def removed(self, text: str, key_side: bool) -> bool:
        """Return False: set fills are never removed."""
        return False

    def align(self, key: Sequence[str], response: Sequence[str]) -> list[Match]:
        """Return the alignment of two multi-fills."""
        unpaired = UnpairedFills(len(key), len(response))
        unpaired.pair_equal(Status.CORRECT, list(map(self.form, key)), list(map(self.form, response)))
        return unpaired.finish()

    def crediting(self, response: Sequence[str]) -> Crediting:
        """Return a function that counts the correct fills."""
        return credit_by_form(response, self.form)

    def lookup_forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """Return the text in lower case."""
        return (self.form(text),)


class StringFills:
    """String fills, compared by the forms that the configuration specifies."""

    def __init__(self, strings: StringComparison) -> None:
        self.strings = strings

    def form(self, text: str) -> str:
        """Return the form of `text`; two fills are correct if their forms are equal."""
        return self.strings.correct_form(text)

    def status(self, key: str, response: str) -> Status:
        """Return the status of two fills: correct, partially correct or incorrect."""
        return self.strings.status(key, response)

    def removed(self, text: str, key_side: bool) -> bool:
        """Return False: string fills are never removed."""
        return False

    def align(self, key: Sequence[str], response: Sequence[str]) -> list[Match]:
        """Return the alignment of two multi-fills."""
        correct, partial = self.strings.correct_form, self.strings.partial_form
        unpaired = UnpairedFills(len(key), len(response))
        unpaired.pair_equal(Status.CORRECT, list(map(correct, key)), list(map(correct, response)))
        unpaired.pair_equal(Status.PARTIAL, list(map(partial, key)), list(map(partial, response)))
        return unpaired.finish()

    def crediting(self, response: Sequence[str]) -> Crediting:
        """Return a function that counts the correct and the partially correct fills."""
        return credit_by_form(response, self.strings.correct_form, self.strings.partial_form)

    def lookup_forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """Return the form that correct fills share and, if there is a partial rule, the form that
        partially correct fills share.
        """
        correct, partial = self.strings.correct_form(text), self.strings.partial_form(text)
        return (correct,) if partial is None else (correct, (partial,))


class UnpairedFills:
    """The unpaired fills of two multi-fills, by index, and the pairs made so far."""

    def __init__(self, key: int, response: int) -> None:
        self._key = dict.fromkeys(range(key))
        self._response = dict.fromkeys(range(response))
        self._matches: list[Match] = []

    def pair(self, status: Status, key: int, response: int) -> None:
        """Pair two fills."""
        del self._key[key], self._response[response]
        self._matches.append(Match(status, key, response))

    def pair_equal(self, status: Status, key: Sequence[str | None], response: Sequence[str | None]) -> None:
        """Pair fills with equal forms, in file order; a form of None is never equal to another."""
        waiting: defaultdict[str | None, deque[int]] = defaultdict(deque)
        for place in self._response:
            waiting[response[place]].append(place)
        for place in tuple(self._key):
            form = key[place]
            if form is not None and waiting[form]:
                self.pair(status, place, waiting[form].popleft())

    def finish(self) -> list[Match]:
        """Return the matches in the key's order, then the spurious fills; remaining fills are paired as
        incorrect.
        """
        for key, response in zip(tuple(self._key), tuple(self._response), strict=False):
            self.pair(Status.INCORRECT, key, response)
        missing = [Match(Status.MISSING, place, None) for place in self._key]
        of_key = sorted(self._matches + missing, key=lambda match: match.key or 0)
        return of_key + [Match(Status.SPURIOUS, None, place) for place in self._response]


# Pointer fills: correct if the objects that they point to are aligned.
#
# The target of a pointer depends on its document. Its pattern does not, so that documents can share
# comparisons of patterns as they share those of texts.


class Targets(Protocol):
    """Resolves the pointers of a document, as far as its objects have been aligned."""

    def are_aligned(self, key: str, response: str) -> bool:
        """Return whether the targets of two pointers are aligned with each other."""

    def removed(self, text: str, key_side: bool) -> bool:
        """Return whether a pointer on one side refers to an optional object that was not aligned."""

    def lookup_forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """Return the forms that aligned pointers share: at most one for a response, none if the pointer
        cannot be aligned.
        """


class PointerFills:
    """Pointer fills, which are correct if their targets are aligned."""

    def __init__(self, targets: Targets) -> None:
        self.removed = targets.removed
        self.lookup_forms = targets.lookup_forms
        self._are_aligned = targets.are_aligned

    def status(self, key: str, response: str) -> Status:
        """Return the status of two fills: correct or incorrect."""
        return Status.CORRECT if self._are_aligned(key, response) else Status.INCORRECT

    def align(self, key: Sequence[str], response: Sequence[str]) -> list[Match]:
        """Return the alignment of two multi-fills."""
        unpaired = UnpairedFills(len(key), len(response))
        waiting: defaultdict[Hashable, deque[int]] = defaultdict(deque)
        for place, pointer in enumerate(response):
            for form in self.lookup_forms(pointer, False):
                waiting[form].append(place)
        for place, pointer in enumerate(key):
            queues = [waiting[form] for form in self.lookup_forms(pointer, True) if waiting.get(form)]
            if queues:
                first = min(queues, key=lambda queue: queue[0])
                unpaired.pair(Status.CORRECT, place, first.popleft())
        return unpaired.finish()

    def crediting(self, response: Sequence[str]) -> Crediting:
        """Return a function that counts the correct pointers."""
        return credit_by_target(response, self.lookup_forms)


class NoTargets:
    """Targets for pointers outside any document: no pointer has a target (see `Targets`)."""

    def are_aligned(self, key: str, response: str) -> bool:
        """Return False: nothing is aligned."""
        return False

    def removed(self, text: str, key_side: bool) -> bool:
        """Return False: nothing is optional."""
        return False

    def lookup_forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """Return no forms, because no two pointers are aligned."""
        return ()


REMOVED = "\0"
"""The pattern of an ignored pointer."""


class Patterns:
    """Patterns for the pointers in two slots, with one character for each target.

    Multi-fills with equal patterns have the same comparison in any document.
    """

    def __init__(self, targets: Targets) -> None:
        self._targets = targets
        self._characters: dict[Hashable, str] = {}

    def of(self, pointers: Sequence[str], key_side: bool) -> tuple[str, ...]:
        """Return the patterns of pointers on one side; targets of earlier calls keep their characters."""
        return tuple([self._pattern(pointer, key_side) for pointer in pointers])

    def _pattern(self, pointer: str, key_side: bool) -> str:
        if self._targets.removed(pointer, key_side):
            return REMOVED
        characters = self._characters
        forms = self._targets.lookup_forms(pointer, key_side)
        return "".join([characters.setdefault(form, chr(len(characters) + 1)) for form in forms])


class PatternTargets:
    """Compares pointers by their patterns (see `Targets`)."""

    def are_aligned(self, key: str, response: str) -> bool:
        """Return whether both characters represent the same object."""
        return response != "" and response in key

    def removed(self, text: str, key_side: bool) -> bool:
        """Return whether the text is the pattern of an ignored pointer."""
        return text == REMOVED

    def lookup_forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """Return the characters."""
        return tuple(text)
