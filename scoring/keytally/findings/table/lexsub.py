"""Rules of gold standards and system outputs of lexical substitution."""

from typing import TypedDict

from keytally.findings.messages import NoArguments
from keytally.findings.rule import Severity
from keytally.findings.table.family import RuleGroup

E, W, H = Severity.ERROR, Severity.WARNING, Severity.HINT

FAMILY = RuleGroup("lexsub", "Lexical substitution")
_rule, _message = FAMILY.rule, FAMILY.message


class LexsubLine(TypedDict):
    """Arguments of lexsub-line."""

    colons: str


class LexsubLineBlank(TypedDict):
    """Arguments of the message about blanks before a line's list."""

    what: str


LEXSUB_LINE = _rule(
    "lexsub-line",
    LexsubLine,
    E,
    "A line is not of the form that the task's document gives.",
    "this is no line of the form LEXELT ID {colons} LIST",
    leaves_out=True,
)
LEXSUB_LINE_BLANK = _message(
    LEXSUB_LINE, LexsubLineBlank, "a single blank parts {what}", "write a single blank"
)
LEXSUB_LEXELT_CHARACTERS = _message(
    LEXSUB_LINE, NoArguments, "score.pl reads letters, digits, _ and . in a lexelt, in ASCII only"
)
LEXSUB_MULTIWORD_ID = _message(
    LEXSUB_LINE, NoArguments, "score.pl reads only numbers as the ids of multiwords"
)
LEXSUB_NO_BLANK_BEFORE_LIST = _message(
    LEXSUB_LINE,
    NoArguments,
    "score.pl reads no line without a blank behind the colons",
    "put a blank there",
)
LEXSUB_SEVERAL_MULTIWORDS = _message(
    LEXSUB_LINE,
    NoArguments,
    "an answer is one multiword; score.pl takes the ; for a part of it",
    "remove it",
    leaves_out=False,
)
LEXSUB_ZERO_FREQUENCY = _message(
    LEXSUB_LINE,
    NoArguments,
    "a frequency counts annotators: it is 1 or more",
    leaves_out=False,
)
LEXSUB_NO_FREQUENCY = _message(
    LEXSUB_LINE,
    NoArguments,
    "a word of a gold standard has a blank and its frequency behind it",
    leaves_out=True,
)


class LexsubExchanged(TypedDict):
    """Arguments of lexsub-exchanged."""

    lexelt: str
    id: str


LEXSUB_EXCHANGED = _rule(
    "lexsub-exchanged",
    LexsubExchanged,
    E,
    "The id stands before the lexelt.",
    "{id} is the id and stands behind the lexelt; this line is read as one about item {lexelt}",
    "write {lexelt} {id}",
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
    leaves_out=True,
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


class LexsubComma(TypedDict):
    """Arguments of lexsub-comma."""

    words: str


LEXSUB_COMMA = _rule(
    "lexsub-comma",
    LexsubComma,
    W,
    "Commas part the substitutes of a list, where only a ; does.",
    "a ; parts the substitutes of a list, a comma does not: {words} is read as one",
    "write ;",
)


class LexsubEmptyGuess(TypedDict):
    """Arguments of lexsub-empty-guess."""

    what: str
    where: str


class LexsubEmptyGuesses(TypedDict):
    """Arguments of the message about empty places side by side."""

    what: str
    count: str


LEXSUB_EMPTY_GUESS = _rule(
    "lexsub-empty-guess",
    LexsubEmptyGuess,
    W,
    "A list has an empty place, or nothing in it at all.",
    "there is no {what} {where}; score.pl counts one all the same",
    "remove it",
)
LEXSUB_EMPTY_GUESSES = _message(
    LEXSUB_EMPTY_GUESS,
    LexsubEmptyGuesses,
    "there is no {what} in {count} places side by side; score.pl counts each all the same",
    "remove it",
)
LEXSUB_NO_GUESS = _message(
    LEXSUB_EMPTY_GUESS,
    NoArguments,
    "there is no guess; score.pl of the final release scores those of the line before again",
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
    leaves_out=True,
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

    read: str
    word: str


class LexsubLostWord(TypedDict):
    """Arguments of the messages about a word that score.pl leaves out or changes."""

    word: str


LEXSUB_LOST_GOLD = _rule(
    "lexsub-lost-gold",
    LexsubLostGold,
    W,
    "A word of the gold standard is one that score.pl does not read, or reads in part.",
    "score.pl reads {read} for {word}",
)
LEXSUB_PROPER_NAME = _message(
    LEXSUB_LOST_GOLD, LexsubLostWord, "score.pl takes {word} for a proper name, since it holds pn"
)
LEXSUB_UNREAD_WORD = _message(
    LEXSUB_LOST_GOLD,
    LexsubLostWord,
    "score.pl does not read {word}: it wants two characters of a-z, digits, blank, - and '",
)
LEXSUB_DROPPED_APOSTROPHE = _message(
    LEXSUB_LOST_GOLD,
    LexsubLostWord,
    "score.pl drops the apostrophe of {word}, but not that of a system's answer",
)


class LexsubUnsorted(TypedDict):
    """Arguments of lexsub-unsorted."""

    word: str
    first: str


LEXSUB_UNSORTED = _rule(
    "lexsub-unsorted",
    LexsubUnsorted,
    W,
    "The most frequent word of a gold standard's item does not stand first.",
    "{word} is the most frequent word; score.pl takes {first} for the mode, since it stands first",
    "sort the words by their frequencies",
)
