"""Scores of parsing, clustering and pattern slots for a verb, and sums over verbs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import count, groupby
from math import fsum
from typing import Any, NamedTuple

from keytally.families.cpa.reading import (
    CLUSTER,
    ID,
    INTEGER,
    MOST_ALIGNED,
    SLOTS,
    TAG,
    TYPE,
    VERB_TAG,
    CpaRow,
    CpaUnit,
    Ontology,
    types_in,
)
from keytally.measures.assignment import best_assignment
from keytally.measures.ratios import f_measure, mean, ratio

LAYERS = {"syntax": TAG, "semantics": TYPE}
"""The layers, each with the column that contains its categories."""


class Tagged(NamedTuple):
    """The category of a token, and the row that contains it."""

    category: str
    unit: CpaUnit
    row: CpaRow


class Category(NamedTuple):
    """The counts of a category: Correct_C, Retrieved_C and Reference_C."""

    correct: int
    retrieved: int
    reference: int

    @property
    def precision(self) -> float:
        """Return Correct_C / Retrieved_C."""
        return ratio(self.correct, self.retrieved)

    @property
    def recall(self) -> float:
        """Return Correct_C / Reference_C."""
        return ratio(self.correct, self.reference)

    @property
    def f(self) -> float:
        """F_C."""
        return f_measure(self.precision, self.recall)


class Layer(NamedTuple):
    """The categories of a layer, in the order of their names, and their average."""

    categories: Mapping[str, Category]

    @property
    def f(self) -> float:
        """S_layer."""
        return mean(category.f for category in self.categories.values())


class ParsingResult(NamedTuple):
    """The two layers of a verb, by name."""

    layers: Mapping[str, Layer]
    value: float


def score_parsing(key: Sequence[CpaUnit], response: Sequence[CpaUnit], *, official: bool) -> ParsingResult:
    """Return a verb's layers and S_verb, the average of the layers.

    A layer without a category in the key has no score, and only the others are averaged; the official program
    always divides by two.
    """
    layers = {}
    for name, column in LAYERS.items():
        sides = (tagged(units, column, official=official) for units in (key, response))
        layers[name] = Layer(_tallied(*sides, official=official))
    counted = [layer.f for layer in layers.values() if official or layer.categories]
    return ParsingResult(layers, mean(counted))


def tagged(units: Sequence[CpaUnit], column: int, *, official: bool) -> Mapping[str, Tagged]:
    """Return the tokens with a category in a column, by id; the verb's own row has no category.

    If several rows have the same id, the first row counts; in the official program, the last row with a
    non-empty cell counts.
    """
    chosen: dict[str, Tagged] = {}
    seen: set[str] = set()
    for unit in units:
        own = _tagged_in(unit, column, official=official)
        if official or seen.isdisjoint(unit.ids):
            chosen.update(own)
        else:
            chosen.update((token, each) for token, each in own.items() if token not in seen)
        seen |= unit.ids
    return chosen


def _tagged_in(unit: CpaUnit, column: int, *, official: bool) -> Mapping[str, Tagged]:
    """Return the tokens with a category in one unit; cached."""
    known: Mapping[str, Tagged] | None = unit.memo.get((column, official))
    if known is None:
        texts = ((row, row.text(column, official=official)) for row in _deciding(unit, official=official))
        known = {
            row.cell(ID): Tagged(text, unit, row)
            for row, text in texts
            if text and row.text(TAG, official=official) != VERB_TAG
        }
        unit.memo[column, official] = known
    return known


def _deciding(unit: CpaUnit, *, official: bool) -> Iterable[CpaRow]:
    """Return the rows that can count: all rows if `official`, otherwise only the first row with each id."""
    if official or len(unit.ids) == len(unit.rows):
        return unit.rows
    return {row.cell(ID): row for row in reversed(unit.rows)}.values()


def _tallied(
    key: Mapping[str, Tagged], response: Mapping[str, Tagged], *, official: bool
) -> dict[str, Category]:
    both = [(each.category, response[token].category) for token, each in key.items() if token in response]
    correct = Counter(mine for mine, theirs in both if mine == theirs)
    reference = Counter(each.category for each in key.values())
    if official:
        retrieved = Counter(mine for mine, _ in both)
        retrieved.update(each.category for token, each in response.items() if token not in key)
        names = reference | retrieved
    else:
        retrieved, names = Counter(each.category for each in response.values()), reference
    return {name: Category(correct[name], retrieved[name], reference[name]) for name in sorted(names)}


class Clustered(NamedTuple):
    """An item, the name of its cluster, and the row that contains it."""

    item: str
    cluster: str
    unit: CpaUnit
    row: CpaRow


Clusters = Sequence[Clustered]
"""The cluster of each item; in the official program an item may occur twice."""

Items = Mapping[str, Clustered]
"""The cluster of each item, by its id."""


class ClusteringResult(NamedTuple):
    """B-cubed precision and recall of a verb, and the numbers of items and clusters on each side."""

    precision: float
    recall: float
    key_items: int
    response_items: int
    key_clusters: int
    response_clusters: int

    @property
    def value(self) -> float:
        """F_C_verb."""
        return f_measure(self.precision, self.recall)


def score_clustering(
    key: Sequence[CpaUnit], response: Sequence[CpaUnit], *, official: bool
) -> ClusteringResult:
    """Return a verb's B-cubed figures. An item that the other side lacks has no pairs on that side."""
    mine, theirs = clusters(key, official=official), clusters(response, official=official)
    return ClusteringResult(
        b_cubed(theirs, mine),
        b_cubed(mine, theirs),
        len(mine),
        len(theirs),
        len({each.cluster for each in mine}),
        len({their.cluster for their in theirs}),
    )


def clusters(units: Iterable[CpaUnit], *, official: bool) -> Clusters:
    """Return the items whose cluster is an integer, in file order; other lines (x, u) are skipped.

    If several lines have the same id, the first line counts; in the official program, every line counts. That
    program treats `1` and `01` as two clusters.
    """
    seen: set[str] = set()
    found: list[Clustered] = []
    for unit in units:
        for row, cluster in _clustered_in(unit, official=official):
            if official or row.cells[ID] not in seen:
                seen.add(row.cells[ID])
                if cluster is not None:
                    found.append(Clustered(row.cells[ID], cluster, unit, row))
    return found


def _clustered_in(unit: CpaUnit, *, official: bool) -> Sequence[tuple[CpaRow, str | None]]:
    """Return the rows of a unit with their clusters; cached."""
    known: Sequence[tuple[CpaRow, str | None]] | None = unit.memo.get(official)
    if known is None:
        known = unit.memo[official] = [(row, _cluster(row, official=official)) for row in unit.rows]
    return known


def _cluster(row: CpaRow, *, official: bool) -> str | None:
    cluster = row.text(CLUSTER)
    if INTEGER.fullmatch(cluster) is None:
        return None
    return row.text(CLUSTER, official=True) if official else _number(cluster)


def _number(integer: str) -> str:
    """Return the canonical spelling of an integer of any length."""
    digits = integer.lstrip("+-").lstrip("0") or "0"
    return f"-{digits}" if integer.startswith("-") and digits != "0" else digits


def b_cubed(run: Clusters, gold: Clusters) -> float:
    """Return the share of each item's cluster pairs that are also in `gold`, averaged over the items of
    `run`.

    A pair of an item with itself counts if `gold` contains the item.
    """
    known = {each.item: each.cluster for each in gold}
    shares = (_common_pairs(members, known) / len(members) for members in _members(run).values())
    return ratio(fsum(shares), len(run))


def _members(run: Clusters) -> Mapping[str, list[str]]:
    members: dict[str, list[str]] = {}
    for each in run:
        members.setdefault(each.cluster, []).append(each.item)
    return members


def _common_pairs(members: Iterable[str], known: Mapping[str, str]) -> int:
    """Return the number of ordered pairs of a cluster's items that are in the same cluster on the other
    side.
    """
    together = Counter(known[item] for item in members if item in known)
    return sum(count * count for count in together.values())


class Share(NamedTuple):
    """An item's cluster on both sides: the number of common items, and the two sizes; a size is 0 if the
    item has no cluster on that side.
    """

    common: int
    key_size: int
    response_size: int


def item_shares(key: Clusters, response: Clusters) -> dict[str, Share]:
    """Return the clusters of each item, by its id."""
    mine, theirs = ({each.item: each.cluster for each in side} for side in (key, response))
    sizes = Counter(mine.values()), Counter(theirs.values())
    common = Counter((mine[item], theirs[item]) for item in mine.keys() & theirs.keys())
    return {
        item: Share(
            common[mine.get(item, ""), theirs.get(item, "")],
            sizes[0][mine.get(item, "")],
            sizes[1][theirs.get(item, "")],
        )
        for item in {**mine, **theirs}
    }


def cluster_partners(key: Items, response: Items) -> Mapping[str, str]:
    """Return the response cluster that corresponds to each cluster of the key, so that as many items as
    possible agree.
    """
    common = Counter((each.cluster, response[item].cluster) for item, each in key.items() if item in response)
    mine = list(dict.fromkeys(each.cluster for each in key.values()))
    theirs = list(dict.fromkeys(each.cluster for each in response.values()))
    at = {cluster: number for number, cluster in enumerate(theirs)}
    worths: list[dict[int, int]] = [{} for _ in mine]
    rows = {cluster: number for number, cluster in enumerate(mine)}
    for (one, other), times in common.items():
        worths[rows[one]][at[other]] = times
    chosen = best_assignment(worths)
    return {
        mine[row]: theirs[column]
        for row, column in enumerate(chosen)
        if column is not None and worths[row].get(column)
    }


def cluster_names(key: Items, response: Items, partners: Mapping[str, str]) -> Mapping[str, str]:
    """Return the response's name for each cluster of the key: its partner's name, or a new number."""
    used = {each.cluster for each in response.values()}
    free = (str(number) for number in count(1) if str(number) not in used)
    return {
        cluster: partners.get(cluster) or next(free)
        for cluster in dict.fromkeys(each.cluster for each in key.values())
    }


# The official program's alignment of patterns: each of the key's takes the best remaining one, in file order.
#
# The remaining patterns are bits of integers, one bit a pattern in file order, so that one operation
# processes all of them.


Pattern = tuple[str, ...]

_OFTEN = 64
"""If more than one pattern in this many contains a cell, the set of patterns with that cell is stored;
other sets are computed when needed.
"""


def greedy_alignment(gold: Sequence[Pattern], run: Sequence[Pattern]) -> list[int | None]:
    """Return, for each pattern of the key, the first remaining pattern of the response with the best F1."""
    left = _Left(run)
    return [left.take(pattern) for pattern in gold]


class _Left:
    """The patterns of a response that have not been paired with a pattern of the key."""

    def __init__(self, run: Sequence[Pattern]) -> None:
        self._size = len(run)
        self._bits = (1 << len(run)) - 1
        filled: dict[int, list[int]] = {}
        self._places: dict[tuple[int, str], list[int]] = {}
        for at, pattern in enumerate(run):
            cells = _cells(pattern)
            filled.setdefault(len(cells), []).append(at)
            for cell in cells:
                self._places.setdefault(cell, []).append(at)
        self._with_filled = {count: self._mask(places) for count, places in filled.items()}
        often = {cell: at for cell, at in self._places.items() if len(at) * _OFTEN > self._size}
        self._often = {cell: self._mask(places) for cell, places in often.items()}

    def take(self, pattern: Pattern) -> int | None:
        """Return the index of the best remaining pattern and remove it; None if no pattern remains."""
        if not self._bits:
            return None
        cells = _cells(pattern)
        best = _first(self._best(len(cells), self._by_equal_cells(cells)) or self._bits)
        self._bits ^= 1 << best
        return best

    def _by_equal_cells(self, cells: Sequence[tuple[int, str]]) -> Mapping[int, int]:
        """Return the remaining patterns that contain any of these cells, by the number of cells that they
        contain; each value is a set of patterns as bits.
        """
        at_least = [self._bits]
        for cell in cells:
            places = self._places.get(cell)
            if places:
                mask = self._often.get(cell) or self._mask(places)
                more = [before & mask for before in at_least]
                at_least = [here | there for here, there in zip([*at_least, 0], [0, *more], strict=True)]
        exactly = {
            count: here & ~more
            for count, (here, more) in enumerate(zip(at_least, [*at_least[1:], 0], strict=True))
        }
        return {count: bits for count, bits in exactly.items() if count and bits}

    def _best(self, filled: int, by_equal: Mapping[int, int]) -> int:
        """Return the patterns with the highest F1, as bits; 0 if no pattern has a cell in common."""
        for kinds in _ranked(filled) if by_equal else ():
            found = 0
            for equal, others in kinds:
                found |= by_equal.get(equal, 0) & self._with_filled.get(others, 0)
            if found:
                return found
        return 0

    def _mask(self, places: Sequence[int]) -> int:
        mask = bytearray(self._size // 8 + 1)
        for at in places:
            mask[at >> 3] |= 1 << (at & 7)
        return int.from_bytes(mask, "little")


def _cells(pattern: Pattern) -> list[tuple[int, str]]:
    """Return the filled cells, each with its column."""
    return [(column, cell) for column, cell in enumerate(pattern) if cell]


def _first(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


@cache
def _ranked(filled: int) -> list[list[tuple[int, int]]]:
    """Return the kinds of partners of a pattern with `filled` filled cells, in descending order of F1.

    A kind is the number of equal cells (at least one) and the number of the partner's filled cells.
    """
    kinds = [
        (f_measure(ratio(equal, others), ratio(equal, filled)), equal, others)
        for others in range(1, len(SLOTS) + 1)
        for equal in range(1, min(filled, others) + 1)
    ]
    ranked = groupby(sorted(kinds, reverse=True), key=lambda kind: kind[0])
    return [[(equal, others) for _, equal, others in group] for _, group in ranked]


FULL, HALF, QUARTER = 4, 2, 1
"""Credits in quarters of a point."""


class Credits(NamedTuple):
    """The definition of a match.

    Cells with the same types in any order are equal. Two cells match partially if, according to the ontology,
    a type of one cell is a hypernym of a type of the other (an ancestor, or only a parent). The official
    program recognises only equal cells.
    """

    ontology: Ontology | None = None
    parents_only: bool = False
    official: bool = False

    def of(self, key: str, response: str) -> int:
        """Return the credit of a match, in quarters.

        "When the gold slot contains a hypernym of the semantic type in the candidate run slot, it is
        given 0.5 points. When the candidate run slot contains a hypernym of the semantic type in the
        gold slot, it is given 0.25 points."
        """
        if key == response:
            return FULL
        if self.official:
            return 0
        gold, run = types_in(key), types_in(response)
        if gold == run:
            return FULL
        if self._holds_hypernym(gold, run):
            return HALF
        return QUARTER if self._holds_hypernym(run, gold) else 0

    def _holds_hypernym(self, upper: frozenset[str], lower: frozenset[str]) -> bool:
        ontology = self.ontology
        if ontology is None:
            return False
        return any(
            not upper.isdisjoint(ontology.hypernyms(term, parents_only=self.parents_only)) for term in lower
        )


class SlotCounts(NamedTuple):
    """The credits of matches in quarters, the number of matched slots, and the numbers of filled slots on
    both sides.
    """

    quarters: int
    matched: int
    key_slots: int
    response_slots: int

    @property
    def correct(self) -> float:
        """Return the sum of the credits, including partial credits."""
        return self.quarters / FULL

    @property
    def substitution(self) -> float:
        """Return the sum, over all matches, of 1 minus the credit."""
        return self.matched - self.correct

    @property
    def deletion(self) -> int:
        """Return the number of key slots that the response lacks."""
        return self.key_slots - self.matched

    @property
    def insertion(self) -> int:
        """Return the number of response slots that the key lacks."""
        return self.response_slots - self.matched

    @property
    def precision(self) -> float:
        """Return Correct / (Correct + Substitution + Insertion)."""
        return ratio(self.correct, self.response_slots)

    @property
    def recall(self) -> float:
        """Return Correct / (Correct + Substitution + Deletion)."""
        return ratio(self.correct, self.key_slots)

    @property
    def error_rate(self) -> float:
        """Return the number of errors divided by the number of slots in the key."""
        return ratio(self.substitution + self.deletion + self.insertion, self.key_slots)

    @property
    def f(self) -> float:
        """Return F1 of the counts."""
        return f_measure(self.precision, self.recall)


class SlotsResult(NamedTuple):
    """A verb's counts and, for each pattern of the key, the index of its partner in the response."""

    counts: SlotCounts
    alignment: Sequence[int | None]
    value: float


def patterns(rows: Iterable[CpaRow], *, official: bool) -> list[Pattern]:
    """Return the patterns of a file as tuples of nine cells."""
    columns = range(len(SLOTS))
    return [tuple(row.text(column, official=official) for column in columns) for row in rows]


def filled(pattern: Pattern) -> int:
    """Return the number of filled slots."""
    return sum(map(bool, pattern))


def compare(key: Pattern, response: Pattern, credits: Credits) -> SlotCounts:
    """Return the counts of two aligned patterns; slots are matched if both are filled."""
    matches = [(mine, theirs) for mine, theirs in zip(key, response, strict=True) if mine and theirs]
    quarters = sum(credits.of(*match) for match in matches)
    return SlotCounts(quarters, len(matches), filled(key), filled(response))


def score_slots(key: Sequence[CpaRow], response: Sequence[CpaRow], credits: Credits) -> SlotsResult:
    """Return a verb's F1 over all slots, using the alignment of patterns with the greatest sum of credits.

    If several alignments have this sum, use one with the most matched slots, that is, with the fewest errors.
    """
    gold, run = (patterns(rows, official=credits.official) for rows in (key, response))
    if credits.official:
        return _official(gold, run, credits)
    alignment = best_alignment(gold, run, credits)
    counts = _summed(gold, run, _pairs(gold, run, alignment, credits))
    return SlotsResult(counts, alignment, counts.f)


def _pairs(
    gold: Sequence[Pattern], run: Sequence[Pattern], alignment: Iterable[int | None], credits: Credits
) -> list[SlotCounts]:
    return [compare(gold[at], run[other], credits) for at, other in enumerate(alignment) if other is not None]


def _summed(gold: Iterable[Pattern], run: Iterable[Pattern], pairs: Sequence[SlotCounts]) -> SlotCounts:
    """Return the counts of a verb: the matches of its pairs, and the slots of all its patterns."""
    return SlotCounts(
        sum(pair.quarters for pair in pairs),
        sum(pair.matched for pair in pairs),
        sum(map(filled, gold)),
        sum(map(filled, run)),
    )


def best_alignment(gold: Sequence[Pattern], run: Sequence[Pattern], credits: Credits) -> list[int | None]:
    """Return, for each pattern of the key, the index of its partner in the response.

    Equal patterns are paired first, because no alignment gains by separating them. Time is cubic in the
    number of remaining patterns, so that number is limited (MOST_ALIGNED); no verb has as many patterns, but
    an incorrect file may.
    """
    alignment: list[int | None] = [None] * len(gold)
    free: dict[Pattern, list[int]] = {}
    for at in reversed(range(len(run))):
        free.setdefault(run[at], []).append(at)
    for at, pattern in enumerate(gold):
        if free.get(pattern):
            alignment[at] = free[pattern].pop()
    rows = [at for at, other in enumerate(alignment) if other is None]
    columns = sorted(at for left in free.values() for at in left)
    if max(len(rows), len(columns)) > MOST_ALIGNED:
        in_order = dict(zip(rows, columns, strict=False))
        return [in_order.get(at, other) for at, other in enumerate(alignment)]
    many = len(SLOTS) * len(gold) + 1
    pairs = [[compare(gold[row], run[column], credits) for column in columns] for row in rows]
    worths = [dict(enumerate(pair.quarters * many + pair.matched for pair in line)) for line in pairs]
    for index, column in enumerate(best_assignment(worths)):
        if column is not None and worths[index][column]:
            alignment[rows[index]] = columns[column]
    return alignment


def _official(gold: Sequence[Pattern], run: Sequence[Pattern], credits: Credits) -> SlotsResult:
    """Return the result of the official program: the F1 of each pair, averaged over the key's patterns.

    In file order, each pattern of the key takes the remaining pattern with the best F1; ties go to the first.
    The program fails if the response has more than 1.5 times as many patterns as the key; keytally ignores
    the extra patterns, as was intended.
    """
    alignment = greedy_alignment(gold, run[: _half_up(len(gold) * 1.5)])
    pairs = _pairs(gold, run, alignment, credits)
    value = ratio(fsum(pair.f for pair in pairs), len(gold))
    return SlotsResult(_summed(gold, run, pairs), alignment, value)


def _half_up(value: float) -> int:
    return int(value + 0.5)


Result = ParsingResult | ClusteringResult | SlotsResult


class VerbScore:
    """The result of a verb, and the units of both sides.

    A verb that the key lacks is not `counted`; a verb that the response lacks is not `answered` and scores 0.
    """

    __slots__ = ("answered", "counted", "key", "response", "result", "verb")

    def __init__(  # noqa: PLR0913 -- each is a part of the result of a verb
        self,
        verb: str,
        result: Result,
        key: Sequence[CpaUnit],
        response: Sequence[CpaUnit],
        *,
        counted: bool,
        answered: bool,
    ) -> None:
        self.verb = verb
        self.result = result
        self.key = key
        self.response = response
        self.counted = counted
        self.answered = answered

    def apart(self) -> "VerbScore":
        """Return the same result without the units and the data derived from them."""
        result = self.result
        if isinstance(result, SlotsResult):
            result = result._replace(alignment=())
        return VerbScore(self.verb, result, (), (), counted=self.counted, answered=self.answered)

    @property
    def value(self) -> float:
        """Return the verb's score, from 0 to 1."""
        return self.result.value


def rows_in(units: Sequence[CpaUnit]) -> list[CpaRow]:
    """Return the rows of all units of a verb."""
    return [row for unit in units for row in unit.rows]


def average(scores: Sequence[VerbScore]) -> float:
    """Return the score of the task: the average over the key's verbs, from 0 to 1."""
    return mean(score.value for score in scores if score.counted)


class VerbFold:
    """The average over verbs, in any order (keytally.families.contract.Fold)."""

    def __init__(self) -> None:
        self._values: dict[str, float] = {}

    def put(self, score: VerbScore) -> None:
        """Add a verb."""
        if score.counted:
            self._values[score.verb] = score.value

    def drop(self, score: VerbScore) -> None:
        """Remove a verb."""
        self._values.pop(score.verb, None)

    def headline(self) -> float:
        """Return the average, in percent."""
        return 100 * mean(self._values.values())

    def totals(self) -> dict[str, Any]:
        """Return `scores` of the JSON output."""
        return {
            "score": self.headline(),
            "verbs": {verb: 100 * value for verb, value in sorted(self._values.items())},
        }
