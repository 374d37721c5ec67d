"""Scores of a sentence whose response is an M2 block: matched edits, counts by error type, the best pair."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.families.m2.edits.options import EditLevel, EditsOptions
from keytally.families.m2.reading import NOTHING, Block, EditCounts, GoldEdit, GoldUnit
from keytally.families.m2.scoring import ScoredSentence

# Edits of the key and of the response at one level.
#
# An item is what counts as one: a span with its corrections, with the level `cse` also its error type, with
# `ds` a span, with `dt` a token. An insertion concerns the token after it. Equal items of an annotator count
# once. Items of one place match if they share a correction; as many as possible are matched, each once.


Place = tuple[int | str, ...]


class Item(NamedTuple):
    """An item of an annotator: its place, its corrections, and the first edit that contains it."""

    place: Place
    corrections: frozenset[str]
    kind: str
    line: int


class TypeCounts(NamedTuple):
    """The numbers of correct, spurious and missing items of an error type."""

    correct: int = 0
    spurious: int = 0
    missing: int = 0

    def plus(self, other: "TypeCounts") -> "TypeCounts":
        """Return the sum."""
        return TypeCounts(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    @property
    def counts(self) -> EditCounts:
        """Return the numbers of correct, proposed and gold items."""
        return EditCounts(self.correct, self.correct + self.spurious, self.correct + self.missing)


Types = Mapping[str, TypeCounts]

CORRECT, SPURIOUS, MISSING = TypeCounts(correct=1), TypeCounts(spurious=1), TypeCounts(missing=1)


def add_type(types: dict[str, TypeCounts], kind: str, counts: TypeCounts) -> None:
    """Add counts to the counts of an error type."""
    known = types.get(kind)
    types[kind] = counts if known is None else known.plus(counts)


class PairScore(NamedTuple):
    """The counts of a response annotator compared with a key annotator."""

    response: int
    key: int
    counts: EditCounts
    types: Types


def pair_score(response: int, key: int, types: Types) -> PairScore:
    """Return the score of a pair of annotators from its counts by error type."""
    whole = NOTHING
    for counted in types.values():
        whole = whole.plus(counted.counts)
    return PairScore(response, key, whole, types)


EditScore = ScoredSentence[GoldUnit, PairScore]
"""A sentence's counts for each pair of annotators; the chosen pair has the sentence's best F."""


class Matching(NamedTuple):
    """The items of a response, each with the matching item of the key, and the missing items."""

    response: Sequence[tuple[Item, Item | None]]
    missing: Sequence[Item]

    def types(self) -> Types:
        """Return the counts by error type; a correct item has the type of the key."""
        types: dict[str, TypeCounts] = {}
        for item, partner in self.response:
            add_type(types, partner.kind if partner else item.kind, CORRECT if partner else SPURIOUS)
        for item in self.missing:
            add_type(types, item.kind, MISSING)
        return types


def match_items(response: Sequence[Item], key: Sequence[Item]) -> Matching:
    """Match as many items as possible, starting with those that have equal corrections."""
    taken = _Assignment(response, key).found()
    partners = {mine: key[theirs] for theirs, mine in taken.items()}
    pairs = [(item, partners.get(number)) for number, item in enumerate(response)]
    return Matching(pairs, [item for number, item in enumerate(key) if number not in taken])


class _Assignment:
    """A maximum matching of items; `_taken` maps item numbers of the key to item numbers of the response."""

    def __init__(self, response: Sequence[Item], key: Sequence[Item]) -> None:
        self._response = response
        self._key = key
        self._taken: dict[int, int] = {}
        self._by_place: dict[Place, list[int]] = {}
        for number, item in enumerate(key):
            self._by_place.setdefault(item.place, []).append(number)

    def found(self) -> Mapping[int, int]:
        """Return the matching: equal items first, then as many others as possible along augmenting paths."""
        for number, item in enumerate(self._response):
            rivals = self._by_place.get(item.place, ())
            same = [rival for rival in rivals if self._key[rival].corrections == item.corrections]
            self._taken.update(dict.fromkeys(same, number))
        matched = {*self._taken.values()}
        for number in range(len(self._response)):
            if number not in matched:
                self._augment(number, set())
        return self._taken

    def _augment(self, number: int, seen: set[int]) -> bool:
        """Match an item of the response; items that are already matched may move to another partner."""
        item = self._response[number]
        for rival in self._by_place.get(item.place, ()):
            if rival in seen or not item.corrections & self._key[rival].corrections:
                continue
            seen.add(rival)
            if rival not in self._taken or self._augment(self._taken[rival], seen):
                self._taken[rival] = number
                return True
        return False


def items_by_annotator(block: Block, options: EditsOptions) -> dict[int, list[Item]]:
    """Return the items of each annotator of a sentence, in file order; without annotations, annotator 0
    has no items.
    """
    return {annotator: _items(block, edits, options) for annotator, edits in block.by_annotator().items()}


def _items(block: Block, edits: Sequence[GoldEdit], options: EditsOptions) -> list[Item]:
    found: dict[tuple[Place, frozenset[str]], Item] = {}
    for edit in edits:
        kind = block.annotations[edit.line].kind
        corrections = [" ".join(alternative.split()) for alternative in edit.alternatives]
        longest = max(len(correction.split()) for correction in corrections)
        if options.is_scored(kind, edit.end - edit.start, longest):
            known = frozenset([""] if options.level.is_detection else corrections)
            for place in _places(edit, kind, options.level):
                found.setdefault((place, known), Item(place, known, kind, edit.line))
    return [*found.values()]


def _places(edit: GoldEdit, kind: str, level: EditLevel) -> Iterator[Place]:
    if level is EditLevel.TOKENS:
        last = edit.end + 1 if edit.is_insertion else edit.end
        yield from ((token,) for token in range(edit.start, last))
    elif level is EditLevel.TYPED_CORRECTION:
        yield edit.start, edit.end, kind
    else:
        yield edit.start, edit.end


def score_pairs(key: Block, response: Block, options: EditsOptions) -> list[PairScore]:
    """Return the counts of each pair of annotators, in order of annotator numbers."""
    theirs = items_by_annotator(key, options)
    return [
        pair_score(number, annotator, match_items(made, wanted).types())
        for number, made in items_by_annotator(response, options).items()
        for annotator, wanted in theirs.items()
    ]


def best_pair(results: Sequence[PairScore], beta: float) -> int:
    """Return the index of the pair with the best F of the sentence.

    Ties go to the pair with more correct items, then with fewer spurious items, then to the first pair.
    """
    best, best_rank = 0, (-1.0, -1, 0)
    for index, result in enumerate(results):
        counts = result.counts
        rank = (counts.f_of_counts(beta), counts.correct, counts.correct - counts.proposed)
        if rank > best_rank:
            best, best_rank = index, rank
    return best


def sum_types(results: Sequence[PairScore], level: int = 3) -> dict[str, TypeCounts]:
    """Return the chosen pairs' counts by error type at a level of categories, sorted by name."""
    found: dict[str, TypeCounts] = {}
    for result in results:
        for kind, counts in result.types.items():
            add_type(found, category(kind, level), counts)
    return dict(sorted(found.items()))


OPERATIONS = ("M", "R", "U")
"""The first part of ERRANT's error types: missing, replacement, unnecessary."""


def category(kind: str, level: int) -> str:
    """Return the category of an error type: its operation (level 1), the rest (level 2), or all of it (level
    3).

    A type without an operation is the same at every level.
    """
    operation, _, rest = kind.partition(":")
    if level == 3 or operation not in OPERATIONS or not rest:
        return kind
    return operation if level == 1 else rest
