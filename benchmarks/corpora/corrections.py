"""Gold files and outputs of the M2 scorer, of the shape of test sets that are in use."""

import random
from math import log
from typing import NamedTuple

SENTENCES = 1_312
LENGTH, LONGEST = 23, 120
WORDS = [f"w{number}" for number in range(400)] + ["the", "a", "of", "to", ",", "in"] * 40


class Corrections(NamedTuple):
    """A gold file and an output."""

    gold: str
    output: str


def test_set(sentences: int = SENTENCES, seed: int = 14) -> Corrections:
    """Sentences of about 23 tokens with two annotators, of whose edits a system has made some.

    The CoNLL-2014 test set has 1,312 sentences of 23 tokens, some of more than a hundred, and about two
    edits an annotator.
    """
    chance = random.Random(seed)
    gold, output = [], []
    for _ in range(sentences):
        source = chance.choices(
            WORDS, k=min(LONGEST, max(3, round(chance.lognormvariate(log(LENGTH) - 0.18, 0.6))))
        )
        edits = [_edits(chance, source) for _ in range(2)]
        gold.append(_block(source, edits))
        output.append(" ".join(_applied(source, _some(chance, source, edits[0]))) + "\n")
    return Corrections("".join(gold), "".join(output))


def rewritten(sentences: int = 100, seed: int = 15) -> Corrections:
    """Sentences as in `test_set`, of which a system has put other words for every fifth token."""
    chance = random.Random(seed)
    files = test_set(sentences, seed)
    lines = [
        " ".join(chance.choice(WORDS) if chance.random() < 0.2 else token for token in line.split()) + "\n"
        for line in files.output.splitlines()
    ]
    return Corrections(files.gold, "".join(lines))


Edit = tuple[int, int, str]


def _edits(chance: random.Random, source: list[str]) -> list[Edit]:
    places = sorted(chance.sample(range(len(source)), min(len(source), chance.randint(0, 4))))
    kinds = ((1, 1), (1, 1), (0, 1), (1, 0))
    found: list[Edit] = []
    for place in places:
        taken, put = chance.choice(kinds)
        if not found or found[-1][1] <= place:
            found.append((place, place + taken, " ".join(chance.choices(WORDS, k=put))))
    return found


def _some(chance: random.Random, source: list[str], edits: list[Edit]) -> list[Edit]:
    """Half of the edits, and now and then one of the system's own."""
    made = [edit for edit in edits if chance.random() < 0.5]
    taken = {edit[0] for edit in edits}
    place = chance.randrange(len(source))
    if chance.random() < 0.6 and place not in taken and place + 1 not in taken:
        made.append((place, place + 1, chance.choice(WORDS)))
    return sorted(made)


def _applied(source: list[str], edits: list[Edit]) -> list[str]:
    tokens, at = [], 0
    for start, end, put in edits:
        if start >= at:
            tokens += [*source[at:start], *put.split()]
            at = end
    return tokens + source[at:]


def _block(source: list[str], annotators: list[list[Edit]]) -> str:
    lines = [f"S {' '.join(source)}"]
    for annotator, edits in enumerate(annotators):
        rest = f"|||REQUIRED|||-NONE-|||{annotator}"
        lines += [f"A {start} {end}|||T|||{put or '-NONE-'}{rest}" for start, end, put in edits]
        if not edits:
            lines.append(f"A -1 -1|||noop|||-NONE-{rest}")
    return "\n".join([*lines, "", ""])


def long_sentence(hypothesis: int, *, repeated: bool) -> Corrections:
    """A source of 227 tokens and an output that has hardly a word of it, or repeats three words."""
    chance = random.Random(hypothesis)
    source = chance.choices(WORDS[:60], k=227)
    output = ["the", "of", "and"] * hypothesis if repeated else chance.choices(WORDS[:60], k=hypothesis)
    edits = [[(at, at + 1, chance.choice(WORDS)) for at in range(0, 220, 20)] for _ in range(2)]
    return Corrections(_block(source, edits), " ".join(output[:hypothesis]) + "\n")
