"""How the two score.pl programs parse a line: the trial's of January 2007, and the final release's.

Written from their behaviour. Both read bytes as ASCII; Perl's `split` drops empty items at the end; a word
"0" is false.
"""

import re
from typing import NamedTuple

_NON = re.compile(r"non[\s-](.*)", re.ASCII)

# Each begins at the start of a run, where the leftmost match of the same pattern without the
# look-behind begins, so that a long run costs no more than its length.
_FINAL_WORD = re.compile(r"(?<![\w'\s-])['\s-]*(\w[\w'\s-]+) (\d+)", re.ASCII)
_FINAL_NUMBER = re.compile(r"(?<![\w'\s-])[\w'\s-]+ (\d+)", re.ASCII)
_TRIAL_WORD = re.compile(r"(?<![\w\s-])[\s-]*(\w[\w\s-]+) (\d+)", re.ASCII)
_TRIAL_NUMBER = re.compile(r"(?<![\w\s-])[\w\s-]+ (\d+)", re.ASCII)


class Program(NamedTuple):
    """The differences between the releases.

    `decimals` is the precision of its numbers, `is_percent` whether they are percentages. With
    `drops_apostrophe` an apostrophe in a gold word and one in a guess do not count. With `keeps_number` a
    first response without a frequency has the frequency of the previous line. With `keeps_guesses` a blank
    answer has the guesses of the previous line. `most_guesses` is the number of guesses that count in oot.
    With `mends_guesses` hyphens of guesses become blanks, and `non-` is joined to its word. (The final
    release also has a list of American spellings, which it never uses.)
    """

    name: str
    decimals: int
    is_percent: bool
    word: "re.Pattern[str]"
    number: "re.Pattern[str]"
    drops_apostrophe: bool = False
    keeps_number: bool = False
    keeps_guesses: bool = False
    mends_guesses: bool = False
    most_guesses: int | None = None

    def drops(self, piece: str) -> bool:
        """Whether the program takes an item of the gold standard for a proper name."""
        return "pn" in piece if self.is_percent else piece == "pn"

    def word_of(self, piece: str) -> tuple[str, int] | None:
        """The word and the frequency found in an item of the gold standard."""
        match = self.word.search(piece)
        return (match[1], _integer(match[2])) if match else None

    def gold_word_of(self, piece: str) -> tuple[str, int] | None:
        """The same, with the word as in the program's tables."""
        read = self.word_of(piece)
        return (self.gold_name(read[0]), read[1]) if read else None

    def number_of(self, piece: str) -> int | None:
        """The frequency found in the first item, which identifies items with one response."""
        match = self.number.search(piece)
        return _integer(match[1]) if match else None

    def gold_name(self, word: str) -> str:
        """The name of a gold word in the program's tables."""
        return word.replace("'", "", 1) if self.drops_apostrophe else word

    def guess(self, piece: str) -> str:
        """The form in which the program compares an item of a system's list."""
        if not self.mends_guesses:
            return piece
        if piece.startswith("non") and (match := _NON.fullmatch(piece)):
            piece = f"non{match[1]}"
        return piece.replace("-", " ").replace("'", "", 1)


TRIAL = Program("trial", 3, False, _TRIAL_WORD, _TRIAL_NUMBER, keeps_number=True)
FINAL = Program(
    "final",
    2,
    True,
    _FINAL_WORD,
    _FINAL_NUMBER,
    drops_apostrophe=True,
    keeps_guesses=True,
    mends_guesses=True,
    most_guesses=10,
)


FALSE = ("", "0")
"""The words that Perl takes for false."""


def pieces_of(text: str) -> list[str]:
    """A list split at each `;`, without empty items at its end."""
    kept = text.rstrip(";")
    return kept.split(";") if kept else []


def is_true(word: str | None) -> bool:
    """Whether Perl takes a word for true."""
    return word is not None and word not in FALSE


def _integer(digits: str) -> int:
    return int(digits[:18])
