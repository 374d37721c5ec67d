"""What the two score.pl take from a line: the trial's of January 2007, and the final release's.

Written from their behaviour. Both look at bytes as ASCII; Perl's `split` drops empty pieces at the
end; a word "0" is false.
"""

import re
from dataclasses import dataclass

_NON = re.compile(r"non[\s-](.*)", re.ASCII)

# Each begins at the start of a run, where the leftmost match of the same pattern without the
# look-behind begins, so that a long run costs no more than its length.
_FINAL_WORD = re.compile(r"(?<![\w'\s-])['\s-]*(\w[\w'\s-]+) (\d+)", re.ASCII)
_FINAL_NUMBER = re.compile(r"(?<![\w'\s-])[\w'\s-]+ (\d+)", re.ASCII)
_TRIAL_WORD = re.compile(r"(?<![\w\s-])[\s-]*(\w[\w\s-]+) (\d+)", re.ASCII)
_TRIAL_NUMBER = re.compile(r"(?<![\w\s-])[\w\s-]+ (\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Program:
    """What sets one release apart from the other.

    `decimals` are those of its numbers, which `is_percent` tells to be percentages. `drops_apostrophe`:
    one in a gold word and one in a guess do not count. `keeps_number`: a first response without a
    frequency has that of the line before. `keeps_guesses`: a blank answer has the guesses of the
    line before. `most_guesses` is how many count in oot. `mends_guesses`: hyphens of guesses are
    blanks, and `non-` is written together. (The final release has a list of American spellings, too,
    which it never looks into.)
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
        """Whether a piece of the gold standard is taken for a proper name."""
        return "pn" in piece if self.is_percent else piece == "pn"

    def word_of(self, piece: str) -> tuple[str, int] | None:
        """The word and the frequency found in a piece of the gold standard."""
        match = self.word.search(piece)
        return (match[1], _integer(match[2])) if match else None

    def gold_word_of(self, piece: str) -> tuple[str, int] | None:
        """The same, the word as the program's tables call it."""
        read = self.word_of(piece)
        return (self.gold_name(read[0]), read[1]) if read else None

    def number_of(self, piece: str) -> int | None:
        """The frequency found in the first piece, by which items of one response are told."""
        match = self.number.search(piece)
        return _integer(match[1]) if match else None

    def gold_name(self, word: str) -> str:
        """What a gold word is called in the program's tables."""
        return word.replace("'", "", 1) if self.drops_apostrophe else word

    def guess(self, piece: str) -> str:
        """What a piece of a system's list is compared as."""
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
    """A list cut at each `;`, empty pieces at its end left out."""
    kept = text.rstrip(";")
    return kept.split(";") if kept else []


def is_true(word: str | None) -> bool:
    """Whether Perl takes a word for true."""
    return word is not None and word not in FALSE


def _integer(digits: str) -> int:
    return int(digits[:18])
