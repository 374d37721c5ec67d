"""The counts of a document's leaves by field and of its items by list, and their sums."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from keytally.families.records.alignment import Aligner, status_of
from keytally.families.records.compiled import (
    Choice,
    Compiled,
    Compiler,
    Group,
    Item,
    Leaf,
    contains,
    leaves_of,
)
from keytally.families.records.fields import Choices, Field
from keytally.families.records.json_tree import Node
from keytally.families.records.reading import RecordUnit
from keytally.measures.ratios import HeadlineCounts, HeadlineForm
from keytally.tallies.status import Status
from keytally.tallies.tally import NOTHING, Tally

_STATUSES = (
    Status.CORRECT,
    Status.PARTIAL,
    Status.INCORRECT,
    Status.MISSING,
    Status.SPURIOUS,
    Status.NONCOMMITTAL,
)
_COLUMN = {status: at for at, status in enumerate(_STATUSES)}


class ListCounts(NamedTuple):
    """The counts of items in a list of objects: pairs, items without a partner, and pairs without errors."""

    aligned: int = 0
    missing: int = 0
    spurious: int = 0
    correct: int = 0


class Counts:
    """Counts of leaves by field and of items by list; `correct_documents` is the number of correct
    documents.
    """

    __slots__ = ("correct_documents", "fields", "lists")

    def __init__(self) -> None:
        self.fields: dict[str, list[int]] = {}
        self.lists: dict[str, list[int]] = {}
        self.correct_documents = 0

    def add(self, path: str, column: int, count: int = 1) -> None:
        """Add leaves to the counts of a field."""
        found = self.fields.get(path)
        if found is None:
            found = self.fields[path] = [0, 0, 0, 0, 0, 0]
        found[column] += count

    def add_items(self, path: str, column: int, count: int = 1) -> None:
        """Add items to the counts of a list."""
        found = self.lists.get(path)
        if found is None:
            found = self.lists[path] = [0, 0, 0, 0]
        found[column] += count

    def take_in(self, other: "Counts", sign: int = 1) -> None:
        """Add other counts, or subtract them if the sign is -1."""
        for mine, its, width in ((self.fields, other.fields, 6), (self.lists, other.lists, 4)):
            for path, counts in its.items():
                found = mine.get(path)
                if found is None:
                    found = mine[path] = [0] * width
                for at, count in enumerate(counts):
                    if count:
                        found[at] += sign * count
        self.correct_documents += sign * other.correct_documents

    def tallies(self) -> dict[str, Tally]:
        """Return the tally of each field that has leaves, sorted by name."""
        return {path: Tally(*counts) for path, counts in sorted(self.fields.items()) if any(counts)}

    def items(self) -> dict[str, ListCounts]:
        """Return the counts of each list of objects, sorted by name."""
        return {path: ListCounts(*counts) for path, counts in sorted(self.lists.items()) if any(counts)}

    def total(self) -> Tally:
        """Return the sum over all fields."""
        if not self.fields:
            return NOTHING
        return Tally(*map(sum, zip(*self.fields.values(), strict=True)))


class RecordScore:
    """A compared document: its counts and its units; one of the units may be None.

    `program` is the score of the requested program, or the reason why the document has no such score.
    """

    __slots__ = ("aside", "counts", "document", "key", "program", "response")

    def __init__(
        self,
        document: str,
        key: RecordUnit | None,
        response: RecordUnit | None,
        counts: Counts,
        aside: Iterable[str] = (),
    ) -> None:
        self.program: Any = None
        self.document = document
        self.key = key
        self.response = response
        self.counts = counts
        self.aside = tuple(aside)

    @property
    def total(self) -> Tally:
        """Return the tally of all fields."""
        return self.counts.total()

    def without_units(self) -> "RecordScore":
        """Return the score without its units, for another process."""
        found = RecordScore(self.document, None, None, self.counts, self.aside)
        found.program = self.program
        return found


class RecordFold:
    """The running sum over documents (keytally.families.contract.Fold).

    `headline_of` returns the counts of a document for a program's headline; `form` is the form of that
    headline.
    """

    def __init__(
        self,
        headline_of: Callable[[RecordScore], HeadlineCounts] | None,
        form: HeadlineForm,
    ) -> None:
        self.counts = Counts()
        self._headline_of = headline_of
        self._form = form
        self._sums = [Fraction(0)] * 4

    def put(self, score: RecordScore) -> None:
        """Add a document."""
        self._add(score, 1)

    def drop(self, score: RecordScore) -> None:
        """Remove a document."""
        self._add(score, -1)

    def _add(self, score: RecordScore, sign: int) -> None:
        self.counts.take_in(score.counts, sign)
        if self._headline_of is not None:
            # Fractions are exact: a document that is removed leaves nothing of its share.
            parts = map(Fraction, self._headline_of(score))
            self._sums = [one + sign * part for one, part in zip(self._sums, parts, strict=True)]

    def headline(self) -> float:
        """Return F over all fields, or the headline of the program, in percent."""
        if self._headline_of is None:
            return self.counts.total().f(1)
        return self._form.value(HeadlineCounts(*map(float, self._sums)))

    def totals(self) -> dict[str, Any]:
        """Return `totals` of the JSON output."""
        return tally_values(self.counts.total())


def tally_values(tally: Tally) -> dict[str, Any]:
    """Return a tally in the form of the JSON output, with ratios in percent."""
    return {
        **{"pos": tally.pos, "act": tally.act, **tally._asdict()},
        **{"rec": tally.rec, "pre": tally.pre, "und": tally.und, "ovg": tally.ovg},
        **{"sub": tally.sub, "err": tally.err, "f": tally.f(1)},
    }


class Verdict(NamedTuple):
    """The verdict on a leaf, or on a pair of leaves, and the objects or lists that contain them."""

    field: Field
    status: Status
    key: Leaf | None
    response: Leaf | None
    key_parent: Compiled | None
    response_parent: Compiled | None


class ItemVerdict(NamedTuple):
    """An item of a list with its partner; `is_correct` if the pair has no error."""

    path: str
    key: Compiled | None
    response: Compiled | None
    is_correct: bool
    parent: Compiled | None


class Comparison:
    """The comparison of a key record with a response record; either may be None."""

    def __init__(
        self, choices: Choices, field: Field, key: Any, response: Any, *, null_counts: bool = False
    ) -> None:
        plain_key = key.plain() if isinstance(key, Node) else key

        def key_has(name: str) -> bool:
            return contains(plain_key, name)

        sides = [
            Compiler(is_key=is_key, null_counts=null_counts, key_has=key_has) for is_key in (True, False)
        ]
        self.key = sides[0].value(key, field)
        self.response = sides[1].value(response, field)
        self.ignored = {
            path: max(side.ignored.get(path, 0) for side in sides)
            for path in dict.fromkeys((*sides[0].ignored, *sides[1].ignored))
        }
        self.aside = sides[1].aside
        kinds = sides[0].kinds
        for each, kind in sides[1].kinds.items():
            kinds[each] = kinds.get(each, 0) | kind
        self.aligner = Aligner(is_mixed=any(kind == 3 for kind in kinds.values()))

    def counts(self) -> Counts:
        """Return the counts of the document."""
        found = Counts()
        for path, count in self.ignored.items():
            found.add(path, 5, count)
        self._count(self.key, self.response, found)
        total = found.total()
        found.correct_documents = int(not (total.par or total.inc or total.mis or total.spu))
        return found

    def _count(self, key: Compiled | None, response: Compiled | None, found: Counts) -> None:
        if type(key) is Leaf and type(response) is Leaf:
            if key.canon == response.canon:
                found.add(response.field.path, 0)
            else:
                found.add(response.field.path, _COLUMN[status_of(key, response)])
        elif type(key) is Item and type(response) is Item:
            others = response.fields
            for name, mine in key.fields.items():
                self._count(mine, others.get(name), found)
            for name, its in others.items():
                if name not in key.fields:
                    self._count_alone(its, found, 4)
        elif key is None or response is None:
            if key is not None and key.least:
                self._count_alone(key, found, 3)
            if response is not None:
                self._count_alone(response, found, 4)
        else:
            self._count_others(key, response, found)

    def _count_others(self, key: Compiled, response: Compiled, found: Counts) -> None:
        if isinstance(key, Choice):
            self._count(self.aligner.chosen(key, response), response, found)
            return
        groups = self.aligner.as_groups(key, response)
        if groups is None:
            self._count(key, None, found)
            self._count(None, response, found)
            return
        matching = self.aligner.matching(*groups)
        path = groups[0].field.item.path
        for one, other in matching.pairs:
            self._count(one, other, found)
            if _is_object(one):
                worth = self.aligner.worth(one, other)
                found.add_items(path, 0)
                found.add_items(path, 3, int(self.aligner.is_whole(one, other, worth)))
        for one in matching.missing:
            self._count_alone(one, found, 3, path)
        for other in matching.spurious:
            self._count_alone(other, found, 4, path)

    def _count_alone(self, value: Compiled, found: Counts, column: int, item_path: str = "") -> None:
        """Count the leaves and items of a value without a partner."""
        if isinstance(value, Choice):
            if not value.least:
                return
            value = value.first
        if isinstance(value, Leaf):
            found.add(value.field.path, column)
        elif isinstance(value, Item):
            if item_path:
                found.add_items(item_path, column - 2)
            for each in value.fields.values():
                self._count_alone(each, found, column)
        elif isinstance(value, Group):
            for each in value.order:
                self._count_alone(each, found, column, value.field.item.path)

    def verdicts(self) -> Iterator[Verdict | ItemVerdict]:
        """Yield the verdicts on all leaves and items, in key order, then in response order."""
        yield from self._verdicts(self.key, self.response, None, None)

    def verdicts_of(self, key: Item, response: Item) -> Iterator[Verdict | ItemVerdict]:
        """Yield the verdicts on the leaves and items of a pair of items."""
        return self._verdicts(key, response, None, None)

    def leaf_verdicts(self) -> Iterator[Verdict]:
        """Yield the verdicts on all leaves."""
        return (verdict for verdict in self.verdicts() if isinstance(verdict, Verdict))

    def _verdicts(
        self,
        key: Compiled | None,
        response: Compiled | None,
        key_parent: Compiled | None,
        parent: Compiled | None,
    ) -> Iterator[Verdict | ItemVerdict]:
        if isinstance(key, Choice) and response is not None:
            key = self.aligner.chosen(key, response)
        if isinstance(key, Leaf) and isinstance(response, Leaf):
            yield Verdict(response.field, status_of(key, response), key, response, key_parent, parent)
        elif isinstance(key, Item) and isinstance(response, Item):
            for name, mine in key.fields.items():
                yield from self._verdicts(mine, response.fields.get(name), key, response)
            for name, its in response.fields.items():
                if name not in key.fields:
                    yield from self._verdicts(None, its, key, response)
        elif key is None or response is None:
            yield from self._alone(key, response, key_parent, parent)
        else:
            groups = self.aligner.as_groups(key, response)
            if groups is None:
                yield from self._alone(key, None, key_parent, parent)
                yield from self._alone(None, response, key_parent, parent)
            else:
                yield from self._of_lists(*groups)

    def _of_lists(self, key: Group, response: Group) -> Iterator[Verdict | ItemVerdict]:
        matching, path = self.aligner.matching(key, response), key.field.item.path
        partner_of = {id(one): other for one, other in matching.pairs}
        for one in key.order:
            other = partner_of.get(id(one))
            if _is_object(one):
                worth = None if other is None else self.aligner.worth(one, other)
                is_correct = (
                    worth is not None and other is not None and self.aligner.is_whole(one, other, worth)
                )
                if other is not None or one.least:
                    yield ItemVerdict(path, one, other, is_correct, response)
            yield from self._verdicts(one, other, key, response)
        for other in matching.spurious:
            if _is_object(other):
                yield ItemVerdict(path, None, other, False, response)
            yield from self._verdicts(None, other, key, response)

    def _alone(
        self,
        key: Compiled | None,
        response: Compiled | None,
        key_parent: Compiled | None,
        parent: Compiled | None,
    ) -> Iterator[Verdict | ItemVerdict]:
        if key is not None and key.least:
            for leaf in leaves_of(key):
                yield Verdict(leaf.field, Status.MISSING, leaf, None, key_parent, parent)
        if response is not None:
            for leaf in leaves_of(response):
                yield Verdict(leaf.field, Status.SPURIOUS, None, leaf, key_parent, parent)


def _is_object(value: Compiled) -> bool:
    return isinstance(value.first if isinstance(value, Choice) else value, Item)


def summed(scores: Iterable[RecordScore]) -> Counts:
    """Return the sum over documents."""
    found = Counts()
    for score in scores:
        found.take_in(score.counts)
    return found


def macro_f(tallies: Sequence[Tally]) -> float:
    """Return F averaged over the fields that count, in percent; 0 if there are none."""
    counted = [tally.f(1) for tally in tallies if tally.pos or tally.act]
    return sum(counted) / len(counted) if counted else 0.0
