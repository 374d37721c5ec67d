"""Files of CorefUD made by tests: sentences of numbered words, empty nodes, mentions in two parts."""

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

LENGTH = 4
SENTENCES = 2


class Written(NamedTuple):
    """A mention of the rows from `first` to `last`, and of those of `second` if there is one."""

    chain: int
    first: int
    last: int
    head: int
    second: tuple[int, int] | None = None


def words(zeros: Sequence[int]) -> list[str]:
    """The first cells of all rows; an empty node stands behind each word that `zeros` has."""
    ids = []
    for sentence in range(SENTENCES):
        for at in range(LENGTH):
            ids.append(f"{at + 1}")
            if sentence * LENGTH + at in zeros:
                ids.append(f"{at + 1}.1")
    return ids


def written(mentions: Sequence[Written], zeros: Sequence[int] = (), name: str = "a") -> str:
    """A document with these mentions; each row depends on the first word of its sentence."""
    ids = words(zeros)
    whole, opens, closes = ([""] * len(ids) for _ in range(3))
    for each in mentions:
        stretches = [(each.first, each.last), *([each.second] if each.second else [])]
        for number, (first, last) in enumerate(stretches, start=1):
            title = f"e{each.chain}" + (f"[{number}/{len(stretches)}]" if each.second else "")
            fields = f"{title}-x-{each.head}-"
            if first == last:
                whole[first] += f"({fields})"
            else:
                opens[first] += f"({fields}"
                closes[last] = f"{title}){closes[last]}"
    rows = ""
    for at, number in enumerate(ids):
        rows += "\n" * (number == "1" and at > 0)
        entity = closes[at] + opens[at] + whole[at]
        of_empty = ["_", "_", "1:dep" if number == "3.1" else "2:nsubj"]
        head = of_empty if "." in number else ["0" if number == "1" else "1", "dep", "_"]
        cells = [number, f"w{number}", *["_"] * 4, *head, f"Entity={entity}" if entity else "_"]
        rows += "\t".join(cells) + "\n"
    fields = "# global.Entity = eid-etype-head-other\n"
    return f"# newdoc id = {name}\n{fields}{rows}\n"


@st.composite
def mentions(draw: st.DrawFn, zeros: Sequence[int] = (), *, repeated: bool = False) -> list[Written]:
    """Some mentions; those of one chain share no word.

    Without `repeated` no two have the same words.
    """
    count = len(words(zeros))
    found: list[Written] = []
    for _ in range(draw(st.integers(0, 7))):
        first = draw(st.integers(0, count - 1))
        last = min(count - 1, first + draw(st.integers(0, 2)))
        chain, gap = draw(st.integers(1, 3)), draw(st.sampled_from([0, 0, 0, 2]))
        second = (last + gap, last + gap) if gap and last + gap < count else None
        length = last - first + 1 + bool(second)
        each = Written(chain, first, last, draw(st.integers(1, length)), second)
        if _in_one_sentence(each, zeros) and not any(_clashes(each, other, repeated) for other in found):
            found.append(each)
    return found


def _in_one_sentence(each: Written, zeros: Sequence[int]) -> bool:
    """Whether a mention is one that the CorefUD scorer reads."""
    begins = words(zeros).index("1", 1)
    return len({row < begins for row in rows_of(each)}) == 1


def rows_of(each: Written) -> set[int]:
    """The rows of a mention."""
    second = each.second or (1, 0)
    return {*range(each.first, each.last + 1), *range(second[0], second[1] + 1)}


def _clashes(each: Written, other: Written, repeated: bool) -> bool:
    mine, its = rows_of(each), rows_of(other)
    if each.chain != other.chain:
        return mine == its and not repeated
    return bool({*range(min(mine), max(mine) + 1)} & {*range(min(its), max(its) + 1)})
