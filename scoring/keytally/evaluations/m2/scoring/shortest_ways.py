"""Every shortest way from one token sequence to another, a row of the table of edit distances at a time.

Neighbouring cells of such a table differ by one at most, so a row is kept as bits, a bit a column, which
say where the distance grows or falls; a whole number of Python holds a row of any length. With
substitutions at the cost of one insertion that is the algorithm of Myers (1999) as Hyyrö (2003) gives it,
at the cost of two the one of Hyyrö (2004) for longest common subsequences.
"""

from collections.abc import Sequence

from keytally.text.difference import common_prefix

SUBSTITUTION_COSTS = (1, 2)

WIDE = 5_000
"""With more columns a number is written or read at once, not bit after bit."""

Steps = tuple[int, int, int, int]
"""The steps into the cells of one row, as sets of columns: to those of the token that is kept, of
another that is put for it, of a deletion, of an insertion."""


class DistanceTables:
    """The tables of two token sequences; what both costs of a substitution need is found once.

    As far as both begin alike, the distance of two beginnings is the difference of their lengths, so the
    tables start below that.
    """

    def __init__(self, source: Sequence[str], hypothesis: Sequence[str]) -> None:
        self._columns = (2 << len(hypothesis)) - 2
        self._end = 1 << len(hypothesis)
        places = _places(hypothesis) if len(hypothesis) <= WIDE else _wide_places(source, hypothesis)
        self._same = [places.get(token, 0) for token in source]
        self._head = common_prefix(source, hypothesis)
        self._diagonal: list[Steps] = [(1 << row if row else 0, 0, 0, 0) for row in range(self._head + 1)]

    def steps(self, cost: int) -> list[Steps]:
        """For each row, from none of the source to all of it, the steps on shortest ways."""
        table = self._with_substitutions() if cost == 1 else self._without_substitutions()
        rows: list[Steps] = []
        reached = self._end
        for row in range(len(self._same), 0, -1):
            if row <= self._head and reached == 1 << row:
                return self._diagonal[: row + 1] + rows[::-1]
            steps = table[row - self._head - 1] if row > self._head else self._beginning(row)
            kept, changed, deletion, insertion = steps
            if not (changed | deletion | insertion) & reached:
                rows.append((reached, 0, 0, 0))
                reached >>= 1
                continue
            reached = _with_insertions(reached, insertion)
            kept, changed, deletion = kept & reached, changed & reached, deletion & reached
            rows.append((kept, changed, deletion, insertion & reached))
            reached = deletion | (kept | changed) >> 1
        rows.append((0, 0, 0, (1 << reached.bit_length()) - 2))
        return rows[::-1]

    def _beginning(self, row: int) -> Steps:
        """The steps of a row as far as both begin alike."""
        before = (1 << row) - 1
        return self._same[row - 1], 0, before, self._columns & ~(before << 1 | 1)

    def _with_substitutions(self) -> list[Steps]:
        """The steps of all cells behind the common beginning, a substitution costing as much as an insertion.

        `grows` and `falls` are the columns that are farther or nearer than the one to their left.
        """
        columns, table = self._columns, []
        falls = (2 << self._head) - 2
        grows = columns ^ falls
        for same in self._same[self._head :]:
            as_diagonal = ((same & grows) + grows ^ grows) | same | falls
            deletion = (falls | columns & ~(as_diagonal | grows)) | 1
            left_falls = (as_diagonal & grows) << 1
            left_grows = deletion << 1
            falls = as_diagonal & left_grows & columns
            grows = (left_falls | ~(as_diagonal | left_grows)) & columns
            table.append((same, columns & ~as_diagonal, deletion, grows))
        return table

    def _without_substitutions(self) -> list[Steps]:
        """The same where a substitution costs as much as a deletion and an insertion.

        `grows` are the columns whose longest common subsequence is none longer than to their left. What is
        carried in the sum are the columns left of which it has become longer than in the row above.
        """
        columns, table = self._columns, []
        grows = columns & ~((2 << self._head) - 1)
        for same in self._same[self._head :]:
            other = grows & ~same
            carried = other ^ (grows + (grows & same))
            grows = (other | carried) & columns
            table.append((same, other & ~carried, columns & ~(carried >> 1) | 1, grows))
        return table


def _places(hypothesis: Sequence[str]) -> dict[str, int]:
    """The columns that a token stands before, for each token."""
    places: dict[str, int] = {}
    bit = 2
    for token in hypothesis:
        places[token] = places.get(token, 0) | bit
        bit <<= 1
    return places


def _wide_places(source: Sequence[str], hypothesis: Sequence[str]) -> dict[str, int]:
    """The same for the tokens of the source alone."""
    backwards = hypothesis[::-1]
    return {
        token: int("".join("1" if other == token else "0" for other in backwards) + "0", 2)
        for token in set(source)
    }


def _with_insertions(reached: int, insertion: int) -> int:
    """The columns reached, and those from which insertions lead there, by spans that double."""
    span = 1
    while (more := reached | (reached & insertion) >> span) != reached:
        reached = more
        insertion &= insertion << span
        span *= 2
    return reached
