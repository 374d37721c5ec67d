"""Rules of gold standards and system outputs of lexical substitution."""

from typing import TypedDict

from keytally.findings.messages import NoArguments
from keytally.findings.rule import Severity
from keytally.findings.table.family import Family

E, W, H = Severity.ERROR, Severity.WARNING, Severity.HINT

FAMILY = Family("lexsub")
_rule = FAMILY.rule


class LexsubLine(TypedDict):
    """Arguments of lexsub-line."""

    problem: str
    repair: str


LEXSUB_LINE = _rule(
    "lexsub-line",
    LexsubLine,
    E,
    "A line is not of the form that the task's document gives.",
    "{problem}",
    "{repair}",
)


class LexsubColons(TypedDict):
    """Arguments of lexsub-colons."""

    found: str
    what: str
    wanted: str


LEXSUB_COLONS = _rule(
    "lexsub-colons",
    LexsubColons,
    E,
    "The number of colons is not that of the task.",
    "{found} before the list; {what} has {wanted}",
    "write {wanted}",
)
LEXSUB_CARRIAGE_RETURN = _rule(
    "lexsub-carriage-return",
    NoArguments,
    E,
    "A line ends in a carriage return, which score.pl takes for a part of the last substitute.",
    "a carriage return ends the line: score.pl takes it for a part of the last substitute",
    "end the line with a line feed alone",
)


class LexsubBlankInList(TypedDict):
    """Arguments of lexsub-blank-in-list."""

    problem: str
    repair: str


LEXSUB_BLANK_IN_LIST = _rule(
    "lexsub-blank-in-list",
    LexsubBlankInList,
    W,
    "A blank too many stands in a list, and score.pl takes it for a part of the substitute.",
    "{problem}; score.pl takes blanks for a part of the substitute",
    "{repair}",
)


class LexsubEmptyGuess(TypedDict):
    """Arguments of lexsub-empty-guess."""

    problem: str


LEXSUB_EMPTY_GUESS = _rule(
    "lexsub-empty-guess",
    LexsubEmptyGuess,
    W,
    "A list has an empty place, or nothing in it at all.",
    "{problem}",
    "remove it",
)


class LexsubDuplicateGuess(TypedDict):
    """Arguments of lexsub-duplicate-guess."""

    guess: str


LEXSUB_DUPLICATE_GUESS = _rule(
    "lexsub-duplicate-guess",
    LexsubDuplicateGuess,
    W,
    "A list holds one substitute twice.",
    "{guess} stands in this list before",
    "remove it",
)


class LexsubTooManyGuesses(TypedDict):
    """Arguments of lexsub-too-many-guesses."""

    count: str


LEXSUB_TOO_MANY_GUESSES = _rule(
    "lexsub-too-many-guesses",
    LexsubTooManyGuesses,
    W,
    "A list of oot holds more than ten guesses.",
    "there are {count} guesses; those after the tenth do not count",
)


class LexsubUnknownId(TypedDict):
    """Arguments of lexsub-unknown-id."""

    id: str


LEXSUB_UNKNOWN_ID = _rule(
    "lexsub-unknown-id",
    LexsubUnknownId,
    E,
    "The key has no item of that id.",
    "the key has no item {id}; this line does not count",
)


class LexsubDuplicateId(TypedDict):
    """Arguments of lexsub-duplicate-id."""

    id: str


LEXSUB_DUPLICATE_ID = _rule(
    "lexsub-duplicate-id",
    LexsubDuplicateId,
    W,
    "Two lines of a file are about one item.",
    "item {id} has a line before; only the first one counts",
)


class LexsubLexelt(TypedDict):
    """Arguments of lexsub-lexelt."""

    gold: str
    id: str


LEXSUB_LEXELT = _rule(
    "lexsub-lexelt",
    LexsubLexelt,
    W,
    "The lexelt is not that of the key's line about the item.",
    "the key has {gold} for item {id}",
    "change it to {gold}",
)


class LexsubNearMiss(TypedDict):
    """Arguments of lexsub-near-miss."""

    guess: str
    gold: str
    difference: str


LEXSUB_NEAR_MISS = _rule(
    "lexsub-near-miss",
    LexsubNearMiss,
    H,
    "A guess would be one of the key's words but for its spelling.",
    "{guess} is not the key's {gold}: {difference}",
    "change it to {gold}",
    fix_takes_answers=True,
)


class LexsubLostGold(TypedDict):
    """Arguments of lexsub-lost-gold."""

    problem: str


LEXSUB_LOST_GOLD = _rule(
    "lexsub-lost-gold",
    LexsubLostGold,
    W,
    "A word of the gold standard is one that score.pl does not read, or reads in part.",
    "score.pl {problem}",
)
