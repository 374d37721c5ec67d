"""A key of CoNLL-2012 and a response, of documents as long as articles."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

TOKENS = 850
CHAINS = 25
MENTIONS = 95
SENTENCE = 24
_WRONG = 0.15


class ChainFiles(NamedTuple):
    """The texts of a key and of a response."""

    key: str
    response: str


Mention = tuple[int, int, int]
"""The name of a chain, the first and the last token."""


def files(documents: int, seed: int = 7) -> ChainFiles:
    """So many documents; about one mention in seven of the response is in another chain, or is none."""
    chance = Random(seed)
    key: list[str] = []
    response: list[str] = []
    for number in range(documents):
        mentions = list(_mentions(chance))
        key.append(_written(f"doc{number}", mentions))
        response.append(_written(f"doc{number}", list(_disturbed(mentions, chance))))
    return ChainFiles("".join(key), "".join(response))


def corefud_files(documents: int, seed: int = 7) -> ChainFiles:
    """The same documents in CorefUD, in sentences, with the first word of each mention as its head."""
    key, response = (_as_corefud(text) for text in files(documents, seed))
    return ChainFiles(key, response)


def _as_corefud(text: str) -> str:
    lines: list[str] = []
    name = ""
    for line in text.splitlines():
        if line.startswith("#begin"):
            name = line.partition("(")[2].partition(")")[0]
            lines += [f"# newdoc id = {name}", "# global.Entity = eid-etype-head-other"]
        elif line and line[0] != "#":
            _, _, at, token, cell = line.split("\t")
            word = int(at) % SENTENCE + 1
            lines += [""] if word == 1 and at != "0" else []
            lines.append(f"{word}\t{token}" + "\t_" * 4 + f"\t{word - 1}\tdep\t_\t{_entity(cell, name)}")
        elif not line:
            lines.append("")
    return "\n".join([*lines, ""])


def _entity(cell: str, document: str) -> str:
    """The last cell; entities have names of their own in each document."""
    if cell == "-":
        return "_"
    chain = f"{document}e{cell.strip('()')}"
    opening = f"({chain}-x-1-" if cell[0] == "(" else chain
    return f"Entity={opening}{')' if cell[-1] == ')' else ''}"


def _mentions(chance: Random) -> Iterator[Mention]:
    """Mentions one behind the other, so that none is there twice."""
    step = TOKENS // MENTIONS
    for start in range(0, step * MENTIONS, step):
        first = start + chance.randrange(2)
        yield chance.randint(1, CHAINS), first, first + chance.choice((0, 0, 1, 3))


def _disturbed(mentions: list[Mention], chance: Random) -> Iterator[Mention]:
    for chain, first, last in mentions:
        if chance.random() >= _WRONG:
            yield chain, first, last
        elif chance.random() < 0.5:
            yield chance.randint(1, CHAINS), first, last


def _written(name: str, mentions: list[Mention]) -> str:
    cells = ["-"] * TOKENS
    for chain, first, last in mentions:
        cells[first] = f"({chain})" if first == last else f"({chain}"
        cells[last] = cells[last] if first == last else f"{chain})"
    rows = "".join(f"{name}\t0\t{at}\tword{at}\t{cell}\n" for at, cell in enumerate(cells))
    return f"#begin document ({name}); part 000\n{rows}\n#end document\n"
