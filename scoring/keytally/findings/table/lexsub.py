"""Rules for gold standards and system outputs of lexical substitution."""

from typing import TypedDict

from keytally.findings.finding import NoArguments, RuleGroup, Severity

E, W, H = Severity.ERROR, Severity.WARNING, Severity.HINT

FAMILY = RuleGroup("lexsub", "Lexical substitution")
_rule, _message = FAMILY.rule, FAMILY.message


class LexsubLine(TypedDict):
    """Arguments for the message of `lexsub-line`."""

    colons: str


class LexsubLineBlank(TypedDict):
    """Arguments for the message about spaces before the list on a line."""

    what: str


LEXSUB_LINE = _rule(
    "lexsub-line",
    LexsubLine,
    E,
    "A line does not have the form that the task defines.",
    "expected a line of the form LEXELT ID {colons} LIST",
    leaves_out=True,
)
LEXSUB_LINE_BLANK = _message(
    LEXSUB_LINE, LexsubLineBlank, "use one space between {what}", "write a single space"
)
LEXSUB_LEXELT_CHARACTERS = _message(
    LEXSUB_LINE, NoArguments, "score.pl reads only ASCII letters, digits, _ and . in a lexelt"
)
LEXSUB_MULTIWORD_ID = _message(
    LEXSUB_LINE, NoArguments, "score.pl reads only numbers as the ids of multiwords"
)
LEXSUB_NO_BLANK_BEFORE_LIST = _message(
    LEXSUB_LINE,
    NoArguments,
    "score.pl skips a line without a space after the colons",
    "insert a space",
)
LEXSUB_SEVERAL_MULTIWORDS = _message(
    LEXSUB_LINE,
    NoArguments,
    "an answer must be a single multiword; score.pl reads the semicolon as part of it",
    "remove it",
    leaves_out=False,
)
LEXSUB_ZERO_FREQUENCY = _message(
    LEXSUB_LINE,
    NoArguments,
    "a frequency counts annotators, so it must be 1 or more",
    leaves_out=False,
)
LEXSUB_NO_FREQUENCY = _message(
    LEXSUB_LINE,
    NoArguments,
    "a word of a gold standard must be followed by a space and its frequency",
    leaves_out=True,
)


class LexsubExchanged(TypedDict):
    """Arguments for the message of `lexsub-exchanged`."""

    lexelt: str
    id: str


LEXSUB_EXCHANGED = _rule(
    "lexsub-exchanged",
    LexsubExchanged,
    E,
    "The id precedes the lexelt.",
    "{id} is the id and must follow the lexelt; this line is read as item {lexelt}",
    "write {lexelt} {id}",
)


class LexsubColons(TypedDict):
    """Arguments for the message of `lexsub-colons`."""

    found: str
    what: str
    wanted: str


LEXSUB_COLONS = _rule(
    "lexsub-colons",
    LexsubColons,
    E,
    "The number of colons does not match the task.",
    "{found} before the list, but {what} requires {wanted}",
    "write {wanted}",
    leaves_out=True,
)
LEXSUB_CARRIAGE_RETURN = _rule(
    "lexsub-carriage-return",
    NoArguments,
    E,
    "A line ends in a carriage return, which score.pl reads as part of the last substitute.",
    "the line ends in a carriage return, which score.pl reads as part of the last substitute",
    "end the line with a line feed alone",
)


class LexsubBlankInList(TypedDict):
    """Arguments for the message of `lexsub-blank-in-list`."""

    problem: str
    repair: str


LEXSUB_BLANK_IN_LIST = _rule(
    "lexsub-blank-in-list",
    LexsubBlankInList,
    W,
    "A list has an extra space, which score.pl reads as part of a substitute.",
    "{problem}; score.pl reads spaces as part of the substitute",
    "{repair}",
)


class LexsubComma(TypedDict):
    """Arguments for the message of `lexsub-comma`."""

    words: str


LEXSUB_COMMA = _rule(
    "lexsub-comma",
    LexsubComma,
    W,
    "Commas instead of semicolons separate the substitutes of a list.",
    "substitutes are separated by semicolons, not by commas; {words} is read as one substitute",
    "write ;",
)


class LexsubEmptyGuess(TypedDict):
    """Arguments for the message of `lexsub-empty-guess`."""

    what: str
    where: str


class LexsubEmptyGuesses(TypedDict):
    """Arguments for the message about several adjacent empty guesses."""

    what: str
    count: str


LEXSUB_EMPTY_GUESS = _rule(
    "lexsub-empty-guess",
    LexsubEmptyGuess,
    W,
    "A list is empty or contains an empty item.",
    "there is no {what} {where}, but score.pl counts one",
    "remove it",
)
LEXSUB_EMPTY_GUESSES = _message(
    LEXSUB_EMPTY_GUESS,
    LexsubEmptyGuesses,
    "{count} consecutive items of the list have no {what}, but score.pl counts each of them",
    "remove it",
)
LEXSUB_NO_GUESS = _message(
    LEXSUB_EMPTY_GUESS,
    NoArguments,
    "there is no guess; score.pl of the final release scores the guesses of the previous line again",
)


class LexsubDuplicateGuess(TypedDict):
    """Arguments for the message of `lexsub-duplicate-guess`."""

    guess: str


LEXSUB_DUPLICATE_GUESS = _rule(
    "lexsub-duplicate-guess",
    LexsubDuplicateGuess,
    W,
    "A list contains a substitute twice.",
    "{guess} is already in this list",
    "remove it",
)


class LexsubTooManyGuesses(TypedDict):
    """Arguments for the message of `lexsub-too-many-guesses`."""

    count: str


LEXSUB_TOO_MANY_GUESSES = _rule(
    "lexsub-too-many-guesses",
    LexsubTooManyGuesses,
    W,
    "An oot list has more than ten guesses.",
    "there are {count} guesses; those after the tenth are ignored",
)


class LexsubUnknownId(TypedDict):
    """Arguments for the message of `lexsub-unknown-id`."""

    id: str


LEXSUB_UNKNOWN_ID = _rule(
    "lexsub-unknown-id",
    LexsubUnknownId,
    E,
    "The key has no item with this id.",
    "the key has no item {id}; this line is ignored",
)


class LexsubDuplicateId(TypedDict):
    """Arguments for the message of `lexsub-duplicate-id`."""

    id: str


LEXSUB_DUPLICATE_ID = _rule(
    "lexsub-duplicate-id",
    LexsubDuplicateId,
    W,
    "Two lines of a file refer to the same item.",
    "item {id} has another line; only the first one that can be read counts",
    leaves_out=True,
)


class LexsubLexelt(TypedDict):
    """Arguments for the message of `lexsub-lexelt`."""

    gold: str
    id: str


LEXSUB_LEXELT = _rule(
    "lexsub-lexelt",
    LexsubLexelt,
    W,
    "The lexelt differs from the key's for the same item.",
    "the key has {gold} for item {id}",
    "change it to {gold}",
)


class LexsubNearMiss(TypedDict):
    """Arguments for the message of `lexsub-near-miss`."""

    guess: str
    gold: str
    difference: str


LEXSUB_NEAR_MISS = _rule(
    "lexsub-near-miss",
    LexsubNearMiss,
    H,
    "A guess differs from one of the key's words only in spelling.",
    "{guess} is not the key's {gold}: {difference}",
    "change it to {gold}",
    fix_takes_answers=True,
)


class LexsubLostGold(TypedDict):
    """Arguments for the message of `lexsub-lost-gold`."""

    read: str
    word: str


class LexsubLostWord(TypedDict):
    """Arguments for the messages about a word that score.pl skips or changes."""

    word: str


LEXSUB_LOST_GOLD = _rule(
    "lexsub-lost-gold",
    LexsubLostGold,
    W,
    "score.pl does not read a word of the gold standard, or reads only part of it.",
    "score.pl reads {word} as {read}",
)
LEXSUB_PROPER_NAME = _message(
    LEXSUB_LOST_GOLD, LexsubLostWord, "score.pl treats {word} as a proper name, because it contains pn"
)
LEXSUB_UNREAD_WORD = _message(
    LEXSUB_LOST_GOLD,
    LexsubLostWord,
    "score.pl does not read {word}: it requires at least two characters, which must be a-z, digits, spaces, "
    "- or '",
)
LEXSUB_DROPPED_APOSTROPHE = _message(
    LEXSUB_LOST_GOLD,
    LexsubLostWord,
    "score.pl removes the apostrophe of {word}, but not from a system's answer",
)


class LexsubUnsorted(TypedDict):
    """Arguments for the message of `lexsub-unsorted`."""

    word: str
    first: str


LEXSUB_UNSORTED = _rule(
    "lexsub-unsorted",
    LexsubUnsorted,
    W,
    "The most frequent word of an item of the gold standard does not come first.",
    "{word} is the most frequent word, but score.pl uses {first} as the mode, because it comes first",
    "sort the words by frequency",
)
