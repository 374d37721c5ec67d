"""The region of all points that maps of templates reach, with bounds near the highest F."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from math import gcd
from typing import NamedTuple

# The pairs of a response's templates with a key's: correct entities, and entities of the key that are found.
#
# Most templates of one type share no entity, and as a pair get only the type right. Such pairs are not listed
# one by one: rows of one kind share the columns that they fit.


class Point(NamedTuple):
    """The number of correct entities in the response, and the number of the key's entities that are found."""

    right: int = 0
    found: int = 0

    def plus(self, other: "Point | None") -> "Point":
        """Return the sum of two points; None counts as zero."""
        return self if other is None else Point(self.right + other[0], self.found + other[1])

    def worth(self, slopes: tuple[int, int]) -> int:
        """Return the sum weighted by the slopes."""
        return slopes[0] * self.right + slopes[1] * self.found


ONLY_TYPE = Point(1, 1)
"""The point of a pair of templates that share their type but no entity."""


class Pairs(NamedTuple):
    """The pairs of rows (response templates) with columns (key templates).

    `listed` contains pairs with their points, by row. A row also forms a pair with each column of its kind;
    the point of such a pair is `ONLY_TYPE` unless it is listed. In `kinds`, the columns of each kind are the
    keys of a mapping, in ascending order.
    """

    listed: Sequence[Mapping[int, Point]]
    kind_of: Sequence[int]
    kinds: Sequence[Mapping[int, None]]
    width: int

    def pair(self, row: int, column: int | None) -> Point | None:
        """Return the points of a pair; None if the two templates are not a pair."""
        if column is None:
            return None
        listed = self.listed[row].get(column)
        return ONLY_TYPE if listed is None and column in self.kinds[self.kind_of[row]] else listed

    def columns_of(self, row: int) -> list[int]:
        """Return the columns with which a row forms a pair, in ascending order."""
        return sorted({**self.kinds[self.kind_of[row]], **self.listed[row]})

    def total(self, partners: Sequence[int | None]) -> Point:
        """Return the sum of the points of a map's pairs."""
        point = Point()
        for row, column in enumerate(partners):
            point = point.plus(self.pair(row, column))
        return point

    def without(self, row: int, column: int) -> "Pairs":
        """Return all pairs except the given one."""
        columns = {each: None for each in self.kinds[self.kind_of[row]] if each != column}
        listed = [
            {to: point for to, point in each.items() if (at, to) != (row, column)}
            for at, each in enumerate(self.listed)
        ]
        kind_of = [len(self.kinds) if at == row else kind for at, kind in enumerate(self.kind_of)]
        return Pairs(listed, kind_of, [*self.kinds, columns], self.width)


def listed_pairs(rows: Sequence[Mapping[int, Point]], width: int) -> Pairs:
    """Return `Pairs` with an entry for every pair."""
    return Pairs(rows, [0] * len(rows), [{}], width)


# The best assignment of rows to columns where most pairs of a kind have the same worth.
#
# Rows are added one by one along shortest augmenting paths (Jonker and Volgenant 1987). A path reaches all
# columns of a kind through one node, so that a search looks at each column and each listed pair once, not at
# each pair. The prices prove the assignment: row price + column price is at least the worth of every pair and
# equal to it where the two are assigned; a row or column with a price above 0 is assigned.


Weigh = Callable[[Point], int]


class Priced(NamedTuple):
    """An assignment with its prices; `steps` counts the pairs and columns that were looked at."""

    partners: dict[int, int]
    owners: dict[int, int]
    row_prices: dict[int, int]
    column_prices: dict[int, int]
    steps: int


def priced_assignment(pairs: Pairs, weigh: Weigh, first: int = 0, used: Collection[int] = ()) -> Priced:
    """Return the assignment with the highest sum between the rows from `first` on and the unused columns."""
    assignment = _Assignment(pairs, weigh, used)
    for row in range(first, len(pairs.listed)):
        assignment.add(row)
    return assignment.priced()


class _Paths:
    """The nearest nodes of a search: distances, and the row from which each column was reached."""

    def __init__(self) -> None:
        self.distances: dict[int, int] = {}
        self.before: dict[int, int] = {}
        self.rows: dict[int, int] = {}
        self.kinds: set[int] = set()
        self.done: set[int] = set()
        self.queue: list[tuple[int, int, int, int]] = []


_END, _KIND, _COLUMN = 0, 1, 2


class _Assignment:
    """An assignment of at most one column to each row."""

    def __init__(self, pairs: Pairs, weigh: Weigh, used: Collection[int]) -> None:
        self._pairs = pairs
        self._plain = weigh(ONLY_TYPE)
        self._listed = [
            {column: weigh(point) for column, point in row.items() if column not in used}
            for row in pairs.listed
        ]
        self._kinds = [[column for column in kind if column not in used] for kind in pairs.kinds]
        self._unowned = [0] * len(self._kinds)
        self._partners: dict[int, int] = {}
        self._owners: dict[int, int] = {}
        self._row_prices: dict[int, int] = {}
        self._column_prices: dict[int, int] = {}
        self._steps = 0

    def priced(self) -> Priced:
        """Return the current assignment with its prices."""
        return Priced(self._partners, self._owners, self._row_prices, self._column_prices, self._steps)

    def add(self, row: int) -> None:
        """Give a row its best column if it is free; otherwise exchange columns along a path."""
        prices = self._column_prices
        self._steps += 1 + len(self._listed[row])
        offers = [
            (worth - prices.get(column, 0), column not in self._owners, -column)
            for column, worth in self._listed[row].items()
        ]
        nearest = self._cheapest(self._pairs.kind_of[row])
        if nearest is not None:
            offers.append((self._plain - prices.get(nearest, 0), nearest not in self._owners, -nearest))
        best, is_free, negative = max(offers, default=(0, False, 0))
        self._row_prices[row] = max(best, 0)
        if best > 0 and is_free:
            self._partners[row], self._owners[-negative] = -negative, row
        elif best > 0:
            self._exchange(row)

    def _cheapest(self, kind: int) -> int | None:
        """Return the column of a kind with the lowest price, which is the first column without an owner if
        there is one; None if the kind has no columns.
        """
        columns = self._kinds[kind]
        while self._unowned[kind] < len(columns) and columns[self._unowned[kind]] in self._owners:
            self._unowned[kind] += 1
            self._steps += 1
        if self._unowned[kind] < len(columns):
            return columns[self._unowned[kind]]
        self._steps += len(columns)
        return min(columns, key=lambda column: self._column_prices.get(column, 0), default=None)

    def _exchange(self, start: int) -> None:
        """Augment along the shortest path to a free column, or to a row that becomes unassigned."""
        paths = _Paths()
        self._leave(paths, start, 0)
        while True:
            far, what, node, row = heappop(paths.queue)
            if what == _END:
                self._reprice(paths, far)
                self._move(paths, start, row, node)
                return
            if what == _KIND:
                self._spread(paths, far, node, row)
            elif node not in paths.done:
                paths.done.add(node)
                self._leave(paths, self._owners[node], far)

    def _leave(self, paths: _Paths, row: int, far: int) -> None:
        """Continue a search from a row to all columns that it could have instead."""
        paths.rows[row] = far
        base = far + self._row_prices[row]
        heappush(paths.queue, (base, _END, -1, row))
        self._steps += 1 + len(self._listed[row])
        for column, worth in self._listed[row].items():
            self._reach(paths, base - worth + self._column_prices.get(column, 0), column, row)
        kind = self._pairs.kind_of[row]
        if kind not in paths.kinds:
            nearest = self._cheapest(kind)
            if nearest is not None:
                distance = base - self._plain + self._column_prices.get(nearest, 0)
                heappush(paths.queue, (distance, _KIND, kind, row))

    def _spread(self, paths: _Paths, far: int, kind: int, row: int) -> None:
        """Extend a path from a kind to its columns; if a column has no owner, it is the nearest, and only
        this column is added.
        """
        if kind in paths.kinds:
            return
        paths.kinds.add(kind)
        nearest = self._cheapest(kind)
        if nearest is None:
            return
        lowest = self._column_prices.get(nearest, 0)
        if nearest not in self._owners:
            self._reach(paths, far, nearest, row)
            return
        self._steps += len(self._kinds[kind])
        for column in self._kinds[kind]:
            self._reach(paths, far + self._column_prices.get(column, 0) - lowest, column, row)

    def _reach(self, paths: _Paths, distance: int, column: int, row: int) -> None:
        if column in paths.done or distance >= paths.distances.get(column, distance + 1):
            return
        paths.distances[column], paths.before[column] = distance, row
        heappush(paths.queue, (distance, _COLUMN if column in self._owners else _END, column, row))

    def _reprice(self, paths: _Paths, far: int) -> None:
        for row, distance in paths.rows.items():
            self._row_prices[row] -= far - distance
        for column in paths.done:
            self._column_prices[column] = self._column_prices.get(column, 0) + far - paths.distances[column]

    def _move(self, paths: _Paths, start: int, row: int, column: int) -> None:
        """Assign the column at the end of a path to its row, then reassign columns back to the start; -1
        means no column.
        """
        while True:
            before = self._partners.pop(row, -1)
            if column >= 0:
                self._partners[row], self._owners[column] = column, row
            if row == start:
                return
            column = before
            row = paths.before[column]


# The region of all points that maps reach: its corners near the highest F, and the bounds that they prove.
#
# A point has the number of correct entities in the response and the number of the key's entities that a map
# finds. A best assignment under slopes is a corner, and no map lies beyond the line through it. The line
# whose slopes are those of F at the highest point on it bounds F over all maps.


Slopes = tuple[int, int]


class Corner(NamedTuple):
    """An assignment that is optimal for some weights; all maps that are equally good for these weights
    have the same point.
    """

    priced: Priced
    weigh: Weigh


class _Line(NamedTuple):
    """A line that bounds the region: under these slopes, no map's point is worth more than `most`."""

    slopes: Slopes
    most: int


class Region:
    """The explored part of the region of the maps that begin with given partners."""

    def __init__(
        self, pairs: Pairs, proposed: int, gold: int, begun: tuple[int | None, ...], at: Point
    ) -> None:
        self._pairs = pairs
        self._proposed, self._gold = proposed, gold
        self._row, self._used = len(begun), {each for each in begun if each is not None}
        self._start = at
        self._lines: list[_Line] = []
        self.steps = 0
        self.best = Fraction(-1)
        self.partners: dict[int, int] = {}
        self._explore()

    def has_better(self, f: Fraction) -> bool:
        """Return whether a point that may be reached has a higher F."""
        return any(self._f(point) > f for point in self._points(f))

    def has_as_good(self, f: Fraction) -> bool:
        """Return whether a point that may be reached has at least that F."""
        return next(self._points(f), None) is not None

    def bound(self, f: Fraction) -> Fraction:
        """Return the highest F of a point that may be reachable if it is at least `f`; otherwise `f`."""
        return max(map(self._f, self._points(f)), default=f)

    def only_corner(self, f: Fraction) -> Corner | None:
        """Return the corner that all maps with at least that F share, or None if they do not share one."""
        points = self._points(f)
        point = next(points, None)
        if point is None or next(points, None) is not None:
            return None
        line = self._lines[-1]
        if point.worth(line.slopes) != line.most:
            return None
        return next((end for end in self._ends(line) if self._point_of(end.priced) == point), None)

    def _ends(self, line: _Line) -> Iterator[Corner]:
        """Yield the two ends of the region's edge on a line; they may be the same point."""
        (right, found), more = line.slopes, 1 + self._proposed
        for sign in (1, -1):
            slopes = right * more + sign, found * more

            def weigh(point: Point, slopes: Slopes = slopes) -> int:
                return point.worth(slopes)

            yield Corner(self._assigned(weigh), weigh)

    def _explore(self) -> None:
        """Move from corner to corner towards the highest F until no map's point can lie beyond the
        explored edge.
        """
        slopes = self._gold, self._proposed
        low: Point | None = None
        high: Point | None = None
        while True:
            corner = self._corner(slopes)
            if any(each and corner.worth(slopes) == each.worth(slopes) for each in (low, high)):
                return
            turn = self._turn(corner, slopes)
            if not turn:
                return
            if turn > 0:
                low = corner
            else:
                high = corner
            if low and high:
                slopes = _reduced(low.found - high.found, high.right - low.right)
            else:
                slopes = self._slopes_at(corner)

    def _corner(self, slopes: Slopes) -> Point:
        """Return the point of the best assignment under slopes."""
        priced = self._assigned(lambda point: point.worth(slopes))
        point = self._point_of(priced)
        self._lines.append(_Line(slopes, point.worth(slopes)))
        if self._f(point) > self.best:
            self.best, self.partners = self._f(point), priced.partners
        return point

    def _assigned(self, weigh: Weigh) -> Priced:
        priced = priced_assignment(self._pairs, weigh, self._row, self._used)
        self.steps += priced.steps
        return priced

    def _point_of(self, priced: Priced) -> Point:
        point = self._start
        for row, column in priced.partners.items():
            point = point.plus(self._pairs.pair(row, column))
        return point

    def _slopes_at(self, point: Point) -> Slopes:
        """Return the slopes of F at a point."""
        right, found = point
        return _reduced(found * found * self._proposed, right * right * self._gold)

    def _turn(self, point: Point, slopes: Slopes) -> int:
        """Return a positive number if a higher F requires more weight on correct entities, and a negative
        one if it requires less.
        """
        if not point.right or not point.found:
            return 0
        wanted = self._slopes_at(point)
        return wanted[0] * slopes[1] - wanted[1] * slopes[0]

    def _f(self, point: Point) -> Fraction:
        right, found = point
        if not right or not found:
            return Fraction(0)
        return Fraction(2 * right * found, right * self._gold + found * self._proposed)

    def _points(self, f: Fraction) -> Iterator[Point]:
        """Yield the integer points that lie within all lines and have an F of at least `f`."""
        of, all_of = f.numerator, f.denominator
        first = of * self._proposed // (2 * all_of) + 1 if of else self._start.right
        last = min(self._most_right(line, f) for line in self._lines)
        for right in range(max(first, self._start.right), last + 1):
            below = 2 * right * all_of - of * self._proposed
            least = max(-(-of * right * self._gold // below) if below > 0 else 0, self._start.found)
            most = min((line.most - line.slopes[0] * right) // line.slopes[1] for line in self._lines)
            for found in range(least, most + 1):
                yield Point(right, found)

    def _most_right(self, line: _Line, f: Fraction) -> int:
        return line.most // line.slopes[0]


def _reduced(right: int, found: int) -> Slopes:
    shared = gcd(right, found) or 1
    return right // shared, found // shared


def region_of(pairs: Pairs, proposed: int, gold: int, begun: tuple[int | None, ...], at: Point) -> Region:
    """Return the region of the maps that begin with given partners; the points of the pairs with these
    partners sum to `at`.
    """
    return Region(pairs, proposed, gold, begun, at)
