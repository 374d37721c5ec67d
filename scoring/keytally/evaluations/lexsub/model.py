"""The three measures, and the scoring modes."""

from enum import Enum


class LexsubMeasure(Enum):
    """A type of scoring (document, section 1); the value is the name of its task."""

    BEST = "lexsub-best"
    OOT = "lexsub-oot"
    MW = "lexsub-mw"


class ScoringMode(Enum):
    """Whose definition counts: the document's, or that of one of the two score.pl programs."""

    DOCUMENT = "document"
    TRIAL = "trial"
    FINAL = "final"


MOST_GUESSES = 10
"""How many guesses an answer of oot may hold (document, section 4.2)."""

COLONS = {LexsubMeasure.BEST: 2, LexsubMeasure.OOT: 3, LexsubMeasure.MW: 2}
"""The number of colons in a line of a system's output."""

GOLD_COLONS = 2
