"""A gold standard of lexical substitution and answers to it, of any size, the same every time."""

from random import Random
from typing import NamedTuple

WORDS = 3000
FREQUENCIES = (3, 2, 1, 1)
GUESSES = 10


class Substitutes(NamedTuple):
    """The texts of a gold standard, of best answers, and of ten guesses an item."""

    gold: str
    best: str
    oot: str


def substitutes(items: int) -> Substitutes:
    """Texts about that many items."""
    draw = Random(7)
    words = [f"{'abcdefgh'[number % 8]}word{number}" for number in range(WORDS)]
    gold, best, oot = [], [], []
    for item in range(items):
        found = draw.sample(words, len(FREQUENCIES))
        pieces = (f"{word} {count};" for word, count in zip(found, FREQUENCIES, strict=True))
        gold.append(f"side.n {item} :: {''.join(pieces)}\n")
        best.append(f"side.n {item} :: {draw.choice(found + words[:4])}\n")
        guesses = [*draw.sample(words, GUESSES - 2), *found[:2]]
        oot.append(f"side.n {item} ::: {';'.join(guesses)}\n")
    return Substitutes("".join(gold), "".join(best), "".join(oot))
