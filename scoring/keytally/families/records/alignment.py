"""The alignment of two records: pairs of items and values with the best counts, exact at every level."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from operator import eq
from typing import NamedTuple

from keytally.families.records.comparators import CORRECT, PARTIAL, number_of
from keytally.families.records.compiled import Choice, Compiled, Group, Item, Leaf, leaves_of, list_of_one
from keytally.measures.first_assignment import first_best_assignment
from keytally.tallies.status import Status

# The worth of a pair is the quadruple (correct, partial, wholly correct items, errors that pairing avoids),
# compared in this order, where an unpaired value costs as many errors as it has leaves. The sum over a list
# decides, so a quadruple becomes one integer in a base that no sum reaches, and lists are assigned by it.


class Worth(NamedTuple):
    """The value of a pair: its correct and partially correct leaves, its wholly correct items, and the
    errors that it avoids.
    """

    correct: int = 0
    partial: int = 0
    whole: int = 0
    avoided: int = 0


NOTHING = Worth()
_CORRECT, _PARTIAL, _INCORRECT = Worth(1, 0, 0, 2), Worth(0, 1, 0, 2), Worth(0, 0, 0, 1)
_ALL_PAIRS = 1024
"""The number of pairs of items up to which all pairs are compared; in longer lists, only pairs that share
a value.
"""

_NUMBER = "number"
_SPARSE = 40_000
"""The number of pairs of items above which irrelevant pairs are not listed."""


class Matching(NamedTuple):
    """The pairs of scalars and items of two lists, and the elements left over on each side."""

    pairs: Sequence[tuple[Compiled, Compiled]]
    missing: Sequence[Compiled]
    spurious: Sequence[Compiled]


class Aligner:
    """Aligns the values of one document; with `is_mixed`, equal values need not be paired first."""

    def __init__(self, *, is_mixed: bool = False) -> None:
        self.is_mixed = is_mixed
        self._matchings: dict[tuple[int, int], Matching] = {}
        self._worths: dict[tuple[int, int], Worth] = {}
        self._lists: dict[tuple[int, int], Group] = {}

    def worth(self, key: Compiled, response: Compiled) -> Worth:
        """Return the worth of pairing two values."""
        if type(key) is Leaf and type(response) is Leaf:
            return _leaf_worth(key, response)
        if isinstance(key, Choice) or isinstance(response, Choice):
            return self._choice_worth(key, response)
        if type(key) is Item and type(response) is Item:
            correct = partial = whole = avoided = 0
            others = response.fields
            for name, mine in key.fields.items():
                its = others.get(name)
                if its is None:
                    continue
                if type(mine) is Leaf and type(its) is Leaf and mine.canon == its.canon:
                    correct += 1
                    avoided += 2
                else:
                    one, two, three, four = self.worth(mine, its)
                    correct += one
                    partial += two
                    whole += three
                    avoided += four
            return Worth(correct, partial, whole, avoided)
        groups = self.as_groups(key, response)
        return NOTHING if groups is None else self._group_worth(*groups)

    def _choice_worth(self, key: Compiled, response: Compiled) -> Worth:
        chosen = self.chosen(key, response)
        worth = self.worth(chosen, response)
        # Leaves of the alternative above the least that the key must have are not avoided.
        return worth._replace(avoided=worth.avoided - (chosen.least - key.least))

    def chosen(self, key: Compiled, response: Compiled) -> Compiled:
        """Return the alternative of a key's value that gives the best pair with a response's value."""
        if not isinstance(key, Choice):
            return key
        best = max(
            range(len(key.alternatives)),
            key=lambda at: (*self._net(key.alternatives[at], response), -at),
        )
        return key.alternatives[best]

    def _net(self, alternative: Compiled, response: Compiled) -> Worth:
        worth = self.worth(alternative, response)
        return worth._replace(avoided=worth.avoided - alternative.least)

    def item_worth(self, key: Compiled, response: Compiled) -> Worth:
        """Return the worth of pairing two items of lists; a wholly correct pair also counts as one item."""
        at = (id(key), id(response))
        known = self._worths.get(at)
        if known is None:
            worth = self.worth(key, response)
            if worth.correct and self.is_whole(key, response, worth):
                worth = worth._replace(whole=worth.whole + 1)
            known = self._worths[at] = worth
        return known

    def is_whole(self, key: Compiled, response: Compiled, worth: Worth) -> bool:
        """Return whether a pair with that worth has neither errors nor partially correct values."""
        return not worth.partial and worth.avoided == key.least + response.least

    def _group_worth(self, key: Group, response: Group) -> Worth:
        matching = self.matching(key, response)
        worths = [
            self.item_worth(one, other) if _is_item(one) else self.worth(one, other)
            for one, other in matching.pairs
        ]
        return Worth(*map(sum, zip(*worths, strict=True))) if worths else NOTHING

    def as_groups(self, key: Compiled, response: Compiled) -> tuple[Group, Group] | None:
        """Return two values as lists, treating a single value as a list of one; None for other types."""
        if isinstance(key, Group) and isinstance(response, Group):
            return key, response
        if isinstance(key, Group):
            single = self._as_list(response, key)
            return None if single is None else (key, single)
        single = self._as_list(key, response) if isinstance(response, Group) else None
        return None if single is None or not isinstance(response, Group) else (single, response)

    def _as_list(self, value: Compiled, beside: Group) -> Group | None:
        """Return a single value as a list of one if the other list has elements of the same kind;
        otherwise None.
        """
        if isinstance(value, Choice) or not (beside.items if _is_item(value) else beside.scalars):
            return None
        at = (id(value), id(beside))
        if at not in self._lists:
            self._lists[at] = list_of_one(value, beside.field)
        return self._lists[at]

    def matching(self, key: Group, response: Group) -> Matching:
        """Return the best pairs of two lists."""
        at = (id(key), id(response))
        if at not in self._matchings:
            self._matchings[at] = self._matched(key, response)
        return self._matchings[at]

    def _matched(self, key: Group, response: Group) -> Matching:
        if key.field.is_ordered:
            return self._in_order(key, response)
        pairs = list[tuple[Compiled, Compiled]]()
        left = list[tuple[Sequence[Compiled], Sequence[Compiled]]]()
        if key.scalars or response.scalars:
            left.append(self._scalars(key.scalars, response.scalars, pairs))
        if key.items or response.items:
            if identity := key.field.list_id:
                left.append(_by_id(key.items, response.items, identity, pairs))
            else:
                left.append(self._items(key.items, response.items, pairs))
        missing = [each for mine, _ in left for each in mine]
        return Matching(pairs, missing, [each for _, its in left for each in its])

    def _scalars(
        self,
        key: Sequence[Leaf | Choice],
        response: Sequence[Leaf | Choice],
        pairs: list[tuple[Compiled, Compiled]],
    ) -> tuple[Sequence[Compiled], Sequence[Compiled]]:
        """Pair scalars: equal scalars, then partially equal scalars, then the rest in order; return the
        unpaired scalars.
        """
        mine, its = self._equal(key, response, pairs)
        if mine and its and (self.is_mixed or not all(map(_is_plain, (*mine, *its)))):
            worths = [
                {
                    at: worth.correct * (len(mine) + 1) + worth.partial
                    for at, other in enumerate(its)
                    if (worth := self.worth(one, other)) and (worth.correct or worth.partial)
                }
                for one in mine
            ]
            mine, its = _paired(mine, its, first_best_assignment(worths), pairs)
        required = [each for each in mine if each.least]
        count = min(len(required), len(its))
        pairs += zip(required[:count], its[:count], strict=True)
        taken = {id(each) for each in required[:count]}
        return [each for each in mine if id(each) not in taken], its[count:]

    def _equal(
        self,
        key: Sequence[Leaf | Choice],
        response: Sequence[Leaf | Choice],
        pairs: list[tuple[Compiled, Compiled]],
    ) -> tuple[list[Compiled], list[Compiled]]:
        """Pair equal scalars, as often as they occur, if all are compared by equality; return the rest."""
        if self.is_mixed or not all(map(_is_plain, (*key, *response))):
            return list(key), list(response)
        where: dict[Hashable, list[int]] = {}
        for at in range(len(response) - 1, -1, -1):
            where.setdefault(response[at].canon, []).append(at)  # type: ignore[union-attr]
        mine, taken = list[Compiled](), set[int]()
        for one in key:
            found = where.get(one.canon)  # type: ignore[union-attr]
            if found:
                at = found.pop()
                taken.add(at)
                pairs.append((one, response[at]))
            else:
                mine.append(one)
        return mine, [other for at, other in enumerate(response) if at not in taken]

    def _items(
        self,
        key: Sequence[Item | Choice],
        response: Sequence[Item | Choice],
        pairs: list[tuple[Compiled, Compiled]],
    ) -> tuple[Sequence[Compiled], Sequence[Compiled]]:
        mine, its = list[Compiled](key), list[Compiled](response)
        if len(mine) == len(its) == 1:
            worth = self.item_worth(mine[0], its[0])
            if worth.correct or worth.partial:
                pairs.append((mine[0], its[0]))
                return (), ()
            return mine, its
        if not self.is_mixed and mine and its:
            mine, its = _identical(mine, its, pairs)
        if not mine or not its:
            return mine, its
        base = 1 + 2 * sum(each.size for each in (*mine, *its))
        listed = _Candidates(self, mine, its, base)
        return _paired(mine, its, listed.assignment(), pairs)

    def _in_order(self, key: Group, response: Group) -> Matching:
        """Pair the elements of two lists such that no two pairs cross (dynamic programming over prefixes)."""
        mine, its = key.order, response.order
        base = 1 + 2 * (key.size + response.size)
        best = [[0] * (len(its) + 1) for _ in range(len(mine) + 1)]
        codes = [[self._code(one, other, base) for other in its] for one in mine]
        for i in range(len(mine) - 1, -1, -1):
            for j in range(len(its) - 1, -1, -1):
                paired = codes[i][j] + best[i + 1][j + 1] if codes[i][j] else 0
                best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
        pairs, taken_mine, taken_its = list[tuple[Compiled, Compiled]](), set[int](), set[int]()
        i = j = 0
        while i < len(mine) and j < len(its):
            at = next(
                (
                    k
                    for k in range(j, len(its))
                    if codes[i][k] and codes[i][k] + best[i + 1][k + 1] == best[i][j]
                ),
                None,
            )
            if at is not None:
                pairs.append((mine[i], its[at]))
                taken_mine.add(i)
                taken_its.add(at)
                j = at + 1
            i += 1
        missing = [one for at, one in enumerate(mine) if at not in taken_mine]
        return Matching(pairs, missing, [one for at, one in enumerate(its) if at not in taken_its])

    def _code(self, one: Compiled, other: Compiled, base: int) -> int:
        """Return the worth of pairing two elements of an ordered list; incorrect scalars may also be
        paired.
        """
        if _is_item(one) is not _is_item(other):
            return 0
        if not _is_item(one):
            return encoded(self.worth(one, other), base)
        worth = self.item_worth(one, other)
        return encoded(worth, base) if worth.correct or worth.partial else 0


def encoded(worth: Worth, base: int) -> int:
    """Return a worth as one integer, such that sums over a list keep their order."""
    return ((worth.correct * base + worth.partial) * base + worth.whole) * base + worth.avoided


class _Candidates:
    """The possible pairs of items, each with its worth as an integer."""

    def __init__(
        self, aligner: Aligner, key: Sequence[Compiled], response: Sequence[Compiled], base: int
    ) -> None:
        self._aligner = aligner
        self._key = key
        self._response = response
        self._base = base
        self._where: dict[Hashable, list[int]] = {}
        self._values: list[list[Hashable]] = []
        self._flat: _FlatItems | None = None
        self._listed: list[dict[int, int]] = [{} for _ in key]

    def assignment(self) -> list[int | None]:
        """Return the partner of each item of the key."""
        count = len(self._key) * len(self._response)
        if count <= _ALL_PAIRS or not all(map(_is_by_equality, (*self._key, *self._response))):
            everything = range(len(self._response))
            return first_best_assignment([self._row(at, everything) for at in range(len(self._key))])
        self._index()
        if not self._aligner.is_mixed:
            self._flat = _FlatItems.of(self._key, self._response, self._base)
        if count <= _SPARSE:
            rows = [self._row(at, self._sharing(at, 1)) for at in range(len(self._key))]
            return first_best_assignment(rows)
        rows = [self._first_row(at) for at in range(len(self._key))]
        return first_best_assignment(rows, self._more)

    def _row(self, at: int, columns: Iterable[int]) -> dict[int, int]:
        return {column: code for column in columns if (code := self._worth(at, column))}

    def _worth(self, at: int, column: int) -> int:
        """Return the worth of a pair; 0 if it has no correct or partially correct leaf."""
        known = self._listed[at].get(column)
        if known is None:
            if self._flat is not None:
                known = self._flat.worth(at, column)
            else:
                worth = self._aligner.item_worth(self._key[at], self._response[column])
                known = encoded(worth, self._base) if worth.correct or worth.partial else 0
            self._listed[at][column] = known
        return known

    def _index(self) -> None:
        """Index the items of the response by their values; repeated values are numbered."""
        for at, item in enumerate(self._response):
            for token in _tokens(item, is_mixed=self._aligner.is_mixed):
                self._where.setdefault(token, []).append(at)
        # Values in order of their frequency: few items of the response share the first ones.
        self._values = [
            sorted(
                _tokens(item, is_mixed=self._aligner.is_mixed),
                key=lambda token: len(self._where.get(token, ())),
            )
            for item in self._key
        ]

    def _sharing(self, at: int, least: int) -> set[int]:
        """Return all response items that share at least `least` values with a key item, and possibly some
        others.

        An item that shares at least `least` values shares at least one value of any selection that omits only
        `least` - 1 values.
        """
        values = self._values[at]
        return {
            column for token in values[: len(values) - least + 1] for column in self._where.get(token, ())
        }

    def _first_row(self, at: int) -> dict[int, int]:
        """Return the pairs of an item with the response items that share the most values with it."""
        least = len(self._values[at])
        while least:
            columns = self._sharing(at, least)
            if columns:
                return self._row(at, columns)
            least -= 1
        return {}

    def _more(self, at: int, worth: int) -> Iterator[tuple[int, int]]:
        """Yield the pairs of an item with at least this worth (`first_best_assignment`)."""
        least = max(worth // self._base**3, 1)
        for column in self._sharing(at, least) if least <= len(self._values[at]) else ():
            if (code := self._worth(at, column)) >= worth:
                yield column, code


class _FlatItems:
    """Items of scalars that are compared by equality, as rows of values; pairs have the same worth as in
    `Aligner`.
    """

    def __init__(self, key: Sequence[Item], response: Sequence[Item], base: int) -> None:
        names = list(dict.fromkeys(name for item in (*key, *response) for name in item.fields))
        self._base = base
        self._key = [_row_of(item, names, "key") for item in key]
        self._response = [_row_of(item, names, "response") for item in response]

    @staticmethod
    def of(key: Sequence[Compiled], response: Sequence[Compiled], base: int) -> "_FlatItems | None":
        """Return the rows of items; None if an item contains an object or a list."""
        mine, its = ([item for item in side if isinstance(item, Item)] for side in (key, response))
        if len(mine) < len(key) or len(its) < len(response):
            return None
        leaves = (each for item in (*mine, *its) for each in item.fields.values())
        return _FlatItems(mine, its, base) if all(type(each) is Leaf for each in leaves) else None

    def worth(self, at: int, column: int) -> int:
        """Return the worth of a pair as an integer; 0 if it has no correct leaf."""
        (mine, mine_present, mine_size), (its, its_present, its_size) = self._key[at], self._response[column]
        correct = sum(map(eq, mine, its))
        if not correct:
            return 0
        avoided = correct + (mine_present & its_present).bit_count()
        is_whole = avoided == mine_size + its_size
        return encoded(Worth(correct, 0, int(is_whole), avoided), self._base)


def _row_of(item: Item, names: Sequence[str], absent: str) -> tuple[list[Hashable], int, int]:
    """Return an item's values in the order of `names`, a bit for each field that it contains, and the
    number of fields.
    """
    fields = item.fields
    values: list[Hashable] = []
    present = 0
    for bit, name in enumerate(names):
        leaf = fields.get(name)
        values.append((absent,) if leaf is None else leaf.canon)  # type: ignore[union-attr]
        present |= (leaf is not None) << bit
    return values, present, len(fields)


def _tokens(item: Compiled, *, is_mixed: bool) -> Iterator[Hashable]:
    """Yield the values of an item's leaves with their fields; repeated values are numbered.

    Correct leaves share a token, so where text and numbers are mixed, the number in a text is also a token.
    """
    counted = Counter[Hashable]()
    for leaf in leaves_of(item):
        values: list[Hashable] = [leaf.canon]
        if is_mixed and leaf.field.comparator.by_type and (number := number_of(leaf.value)) is not None:
            values.append((_NUMBER, number))
        for value in values:
            token = (leaf.field, value)
            counted[token] += 1
            yield (*token, counted[token])


def _leaf_worth(key: Leaf, response: Leaf) -> Worth:
    if key.canon == response.canon:
        return _CORRECT
    judge = key.field.comparator.judge
    if judge is None:
        return _INCORRECT
    judged = judge(key.value, response.value)
    return _CORRECT if judged == CORRECT else _PARTIAL if judged == PARTIAL else _INCORRECT


def status_of(key: Leaf, response: Leaf) -> Status:
    """Return the verdict on two scalars."""
    worth = _leaf_worth(key, response)
    return Status.CORRECT if worth is _CORRECT else Status.PARTIAL if worth is _PARTIAL else Status.INCORRECT


def _is_plain(each: Compiled) -> bool:
    """Return whether a scalar is compared by equality alone."""
    return type(each) is Leaf and (each.field.comparator.judge is None or each.field.comparator.by_type)


def _is_item(each: Compiled) -> bool:
    return isinstance(each.first if isinstance(each, Choice) else each, Item)


def _is_by_equality(item: Compiled) -> bool:
    return isinstance(item, Item) and item.sign() is not None


def _identical(
    key: list[Compiled], response: list[Compiled], pairs: list[tuple[Compiled, Compiled]]
) -> tuple[list[Compiled], list[Compiled]]:
    """Pair identical items in order; return the rest."""
    where: dict[Hashable, list[int]] = {}
    for at in range(len(response) - 1, -1, -1):
        sign = response[at].sign() if isinstance(response[at], Item) else None  # type: ignore[union-attr]
        if sign is not None:
            where.setdefault(sign, []).append(at)
    left, taken = list[Compiled](), set[int]()
    for one in key:
        sign = one.sign() if isinstance(one, Item) else None
        found = where.get(sign) if sign is not None else None
        if found:
            at = found.pop()
            taken.add(at)
            pairs.append((one, response[at]))
        else:
            left.append(one)
    return left, [other for at, other in enumerate(response) if at not in taken]


def _paired(
    key: Sequence[Compiled],
    response: Sequence[Compiled],
    found: Sequence[int | None],
    pairs: list[tuple[Compiled, Compiled]],
) -> tuple[list[Compiled], list[Compiled]]:
    """Add the pairs of an assignment; return the rest."""
    pairs += [(one, response[at]) for one, at in zip(key, found, strict=True) if at is not None]
    taken = {at for at in found if at is not None}
    left = [one for one, at in zip(key, found, strict=True) if at is None]
    return left, [other for at, other in enumerate(response) if at not in taken]


def _by_id(
    key: Sequence[Compiled],
    response: Sequence[Compiled],
    name: str,
    pairs: list[tuple[Compiled, Compiled]],
) -> tuple[Sequence[Compiled], Sequence[Compiled]]:
    """Pair items in order by the value of one field; items without that field have no partner."""
    where: dict[Hashable, list[int]] = {}
    for at in range(len(response) - 1, -1, -1):
        if (identity := _identity(response[at], name)) is not None:
            where.setdefault(identity, []).append(at)
    found = list[int | None]()
    for one in key:
        identity = _identity(one, name)
        waiting = where.get(identity) if identity is not None else None
        found.append(waiting.pop() if waiting else None)
    return _paired(key, response, found, pairs)


def _identity(item: Compiled, name: str) -> Hashable:
    """Return the value of the field that identifies an item; None if the item lacks it."""
    item = item.first if isinstance(item, Choice) else item
    found = item.fields.get(name) if isinstance(item, Item) else None
    return found.canon if isinstance(found, Leaf) else None
