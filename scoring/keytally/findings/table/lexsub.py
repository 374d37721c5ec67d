"""Rules of gold standards and system outputs of lexical substitution."""

from keytally.findings.rule import Severity
from keytally.findings.table.family import Family

E, W, H = Severity.ERROR, Severity.WARNING, Severity.HINT

FAMILY = Family("lexsub")
_rule = FAMILY.rule

LEXSUB_LINE = _rule(
    "lexsub-line", E, "A line is not of the form that the task's document gives.", "{problem}", "{repair}"
)
LEXSUB_COLONS = _rule(
    "lexsub-colons",
    E,
    "The number of colons is not that of the task.",
    "{found} before the list; {what} has {wanted}",
    "write {wanted}",
)
LEXSUB_CARRIAGE_RETURN = _rule(
    "lexsub-carriage-return",
    E,
    "A line ends in a carriage return, which score.pl takes for a part of the last substitute.",
    "a carriage return ends the line: score.pl takes it for a part of the last substitute",
    "end the line with a line feed alone",
)
LEXSUB_BLANK_IN_LIST = _rule(
    "lexsub-blank-in-list",
    W,
    "A blank too many stands in a list, and score.pl takes it for a part of the substitute.",
    "{problem}; score.pl takes blanks for a part of the substitute",
    "{repair}",
)
LEXSUB_EMPTY_GUESS = _rule(
    "lexsub-empty-guess",
    W,
    "A list has an empty place, or nothing in it at all.",
    "{problem}",
    "remove it",
)
LEXSUB_DUPLICATE_GUESS = _rule(
    "lexsub-duplicate-guess",
    W,
    "A list holds one substitute twice.",
    "{guess} stands in this list before",
    "remove it",
)
LEXSUB_TOO_MANY_GUESSES = _rule(
    "lexsub-too-many-guesses",
    W,
    "A list of oot holds more than ten guesses.",
    "there are {count} guesses; those after the tenth do not count",
)
LEXSUB_UNKNOWN_ID = _rule(
    "lexsub-unknown-id",
    E,
    "The key has no item of that id.",
    "the key has no item {id}; this line does not count",
)
LEXSUB_DUPLICATE_ID = _rule(
    "lexsub-duplicate-id",
    W,
    "Two lines of a file are about one item.",
    "item {id} has a line before; only the first one counts",
)
LEXSUB_LEXELT = _rule(
    "lexsub-lexelt",
    W,
    "The lexelt is not that of the key's line about the item.",
    "the key has {gold} for item {id}",
    "change it to {gold}",
)
LEXSUB_NEAR_MISS = _rule(
    "lexsub-near-miss",
    H,
    "A guess would be one of the key's words but for its spelling.",
    "{guess} is not the key's {gold}: {difference}",
    "change it to {gold}",
    fix_takes_answers=True,
)
LEXSUB_LOST_GOLD = _rule(
    "lexsub-lost-gold",
    W,
    "A word of the gold standard is one that score.pl does not read, or reads in part.",
    "score.pl {problem}",
)
