"""Gold files and outputs for tests: the example of the scorer's document, and short ways to more."""

from itertools import pairwise

from keytally.families.contract import Role, Settings
from keytally.families.m2.evaluation import MaxMatch, evaluation
from keytally.families.m2.reading import GoldUnit, SentenceUnit
from keytally.families.m2.scoring import SentenceScore

GOLD = """S The cat sat at mat .
A 3 4|||Prep|||on|||REQUIRED|||-NONE-|||0
A 4 4|||ArtOrDet|||the||a|||REQUIRED|||-NONE-|||0

S The dog .
A 1 2|||NN|||dogs|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||-NONE-|||-NONE-|||1

S Giant otters is an apex predator .
A 2 3|||SVA|||are|||REQUIRED|||-NONE-|||0
A 3 4|||ArtOrDet|||-NONE-|||REQUIRED|||-NONE-|||0
A 5 6|||NN|||predators|||REQUIRED|||-NONE-|||0
A 1 2|||NN|||otter|||REQUIRED|||-NONE-|||1
"""

OUTPUT = """A cat sat on the mat .
The dog .
Giant otters are apex predator .
"""


def scorer(**options: str) -> MaxMatch:
    """The scorer with these options."""
    return evaluation(Settings(options=[(name, (value,)) for name, value in options.items()]))


def compatible(mode: str, **options: str) -> MaxMatch:
    """The scorer in a mode; its name is no word in Python for 3.2."""
    return scorer(compatible=mode, **options)


def block(source: str, *edits: str) -> str:
    """A block: `3 4 on`, `4 4 the||a`, `1 2 dogs #1` for annotator 1, `noop #1`."""
    lines = [f"S {source}"]
    for edit in edits:
        what, _, annotator = edit.partition(" #")
        if what == "noop":
            lines.append(f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{annotator or 0}")
            continue
        start, end, correction = (what + " ").split(" ", 2)
        lines.append(f"A {start} {end}|||T|||{correction.strip()}|||REQUIRED|||-NONE-|||{annotator or 0}")
    return "\n".join([*lines, "", ""])


def scored(gold: str, outputs: str, rules: MaxMatch | None = None) -> list[SentenceScore]:
    """The scores of sentences, read without an engine."""
    rules = rules or scorer()
    language, output = rules.language(Role.KEY), rules.language(Role.RESPONSE)
    starts = [0, *language.boundaries(gold), len(gold)]
    units = [GoldUnit(gold[a:b]) for a, b in pairwise(starts)]
    ends = [0, *output.boundaries(outputs), len(outputs)]
    lines = [SentenceUnit(outputs[a:b]) for a, b in pairwise(ends)]
    pairs = zip(units, lines, strict=True)
    return [
        score
        for number, (unit, line) in enumerate(pairs, 1)
        for score in rules.score(str(number), [unit], [line])
    ]


def counts(gold: str, outputs: str, rules: MaxMatch | None = None) -> tuple[int, int, int]:
    """Correct, proposed and gold edits over all sentences."""
    rules = rules or scorer()
    fold = rules.fold()
    for score in scored(gold, outputs, rules):
        fold.put(score)
    totals = fold.totals()
    return totals["correct"], totals["proposed"], totals["gold"]
