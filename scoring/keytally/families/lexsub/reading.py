"""Read lexical substitution: options, file recognition, item lines, input sentences, and units."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Protocol
from xml.parsers import expat

from keytally.families.contract import Level, Mark, Settings, SettingsError
from keytally.families.family import (
    Kind,
    Option,
    by_name,
    compatible_option,
    given_options,
    last_values,
    path_of,
    plain_value_problem,
    signature_defaults,
)
from keytally.families.presentation import Heading, Note, Piece, PieceKind, PresentedUnit, Proposal
from keytally.findings.finding import Edit, Finding
from keytally.tallies.status import Status, signature
from keytally.text.files import Within, reason_of, regular_bytes
from keytally.text.positions import Span
from keytally.text.rendering import markdown_prose


class LexsubMeasure(Enum):
    """A type of scoring (document, section 1); the value is the name of its task."""

    BEST = "lexsub-best"
    OOT = "lexsub-oot"
    MW = "lexsub-mw"


class ScoringMode(Enum):
    """The definition that applies: the one in the document, or that of one of the two score.pl programs."""

    DOCUMENT = "document"
    TRIAL = "trial"
    FINAL = "final"


MOST_GUESSES = 10
"""The maximum number of guesses in an oot answer (document, section 4.2)."""

COLONS = {LexsubMeasure.BEST: 2, LexsubMeasure.OOT: 3, LexsubMeasure.MW: 2}
"""The number of colons in a line of a system's output."""

GOLD_COLONS = 2


OPTIONS = by_name(
    compatible_option(
        "How answers are scored: by the definition in the guide (`document`), or with the same results as "
        "score.pl, either of the trial release (`trial`) or of the final release (`final`).",
        [mode.value for mode in ScoringMode],
    ),
    Option(
        "input",
        Kind.FILE,
        (),
        "The task's XML file with the sentences, which editors show in hovers.",
        source="keytally",
    ),
)


class LexsubOptions(NamedTuple):
    """The settings of a pair; `given` are the specified options, for the signature.

    `within` returns whether an input file may be read.
    """

    measure: LexsubMeasure
    mode: ScoringMode = ScoringMode.DOCUMENT
    input: Path | None = None
    given: Mapping[str, tuple[str, ...]] = {}
    within: Within | None = None

    @property
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        return signature(self.measure.value, self.given, signature_defaults(OPTIONS.values()))


def lexsub_options(settings: Settings, measure: LexsubMeasure) -> LexsubOptions:
    """Return the options in settings. Raises SettingsError with a line for each problem."""
    given = given_options(measure.value, settings, OPTIONS, value_problem)
    values = last_values(given, OPTIONS)
    mode, file = ScoringMode(values["compatible"]), path_of(values["input"])
    return LexsubOptions(measure, mode, file, given, settings.within)


def value_problem(name: str, values: Sequence[str]) -> str | None:
    """Return the problem with the values of one of OPTIONS, or None."""
    return plain_value_problem(name, values, OPTIONS)


# Recognises files of lexical substitution by their names and first lines.
#
# A gold standard has the same form for best and oot; the colons of the answers decide its task.


BEST, OOT, MW = "lexsub-best", "lexsub-oot", "lexsub-mw"

KEY_NAME = r"\A(?:mw)?gold(?:\.(?:trial|test))?(?:\.txt)?\Z"

_GOLD = re.compile(r"(?P<mw>mw)?gold(?:\.(?:trial|test))?(?:\.txt)?", re.I)
_ANSWERS = re.compile(r"response.*|.+\.out", re.I | re.S)
_MULTIWORD_NAME = re.compile(r"mw", re.I)
_ITEM_LINE = re.compile(r"^[ \t]*[\w.-]+(?: [\w.-]+)*[ \t]+[\w.]+[ \t]*(:::?)(?!:)(.*)$", re.M)
_COUNTED = re.compile(r".*\S[ \t]+\d+", re.S)


def responses_to(gold: str, names: Sequence[str]) -> list[str] | None:
    """Return the names of the answer files for a gold standard in its directory; None for any other file.

    Gold standards are named `gold`, `gold.trial` or `mwgold.test`, as in the task's distribution. Answers are
    named `response.best` or `BL.out`; multiword answers have `mw` in their names.
    """
    match = _GOLD.fullmatch(gold)
    if match is None:
        return None
    answers = (name for name in names if name != gold and _ANSWERS.fullmatch(name))
    return [name for name in answers if bool(match["mw"]) == bool(_MULTIWORD_NAME.search(name))]


def task_of(first_part: str) -> str | None:
    """Detect the task of a gold standard from its text: mw if every word has several parts, otherwise best.

    Return None if the text does not begin with an item of the task.
    """
    text = first_part.replace("\r", "\n")
    if _ITEM_LINE.match(text.lstrip()) is None:
        return None
    pieces = (piece.strip() for line in _ITEM_LINE.finditer(text) for piece in line[2].split(";"))
    words = [piece.rpartition(" ")[0].strip() for piece in pieces if piece]
    return MW if words and all(" " in word or "-" in word for word in words) else BEST


def task_with(task: str, first_part: str) -> str | None:
    """Return the task of a pair: the gold standard's task, or oot if the answers have its colons; None for
    other files.

    `first_part` is the beginning of the answers; only its first line is used.
    """
    match = _ITEM_LINE.match(first_part.lstrip())
    if match is None:
        return None
    return OOT if len(match[1]) == 3 and task != MW else task


def marked_as_key(task: str, text: str) -> bool | None:
    """Return True if every word has a frequency, as in a gold standard; False if no word has one, or if a
    line has three colons, as only answers in oot do; otherwise None.
    """
    items = list(_ITEM_LINE.finditer(text.replace("\r", "\n")))
    if any(len(item[1]) == 3 for item in items):
        return False
    words = [piece.strip() for item in items for piece in item[2].split(";") if piece.strip()]
    counted = sum(_COUNTED.fullmatch(word) is not None for word in words)
    if not words or 0 < counted < len(words):
        return None
    return counted > 0


# How the two score.pl programs parse a line: the trial's of January 2007, and the final release's.
#
# Written from their behaviour. Both read bytes as ASCII; Perl's `split` drops empty items at the end; a word
# "0" is false.


_NON = re.compile(r"non[\s-](.*)", re.ASCII)

# Each match begins at the start of a run, as the leftmost match of the same pattern without the look-behind
# does, so that the cost of a long run is linear in its length.
_FINAL_WORD = re.compile(r"(?<![\w'\s-])['\s-]*(\w[\w'\s-]+) (\d+)", re.ASCII)
_FINAL_NUMBER = re.compile(r"(?<![\w'\s-])[\w'\s-]+ (\d+)", re.ASCII)
_TRIAL_WORD = re.compile(r"(?<![\w\s-])[\s-]*(\w[\w\s-]+) (\d+)", re.ASCII)
_TRIAL_NUMBER = re.compile(r"(?<![\w\s-])[\w\s-]+ (\d+)", re.ASCII)


class Program(NamedTuple):
    """A release of the program, described by its differences from the other release.

    `decimals` is the number of decimals that it prints; `is_percent` is true if its ratios are percentages.
    With `drops_apostrophe`, one apostrophe in a gold word and one in a guess are ignored. With
    `keeps_number`, a first response without a frequency takes the frequency of the previous line. With
    `keeps_guesses`, an empty answer takes the guesses of the previous line. `most_guesses` is the number of
    counted guesses in oot. With `mends_guesses`, hyphens in guesses become spaces, and `non-` is joined to
    the following word. (The final release also has a list of American spellings, which it never uses.)
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
        """Return whether the program treats an item of the gold standard as a proper name."""
        return "pn" in piece if self.is_percent else piece == "pn"

    def word_of(self, piece: str) -> tuple[str, int] | None:
        """Return the word and the frequency found in an item of the gold standard, or None."""
        match = self.word.search(piece)
        return (match[1], _integer(match[2])) if match else None

    def gold_word_of(self, piece: str) -> tuple[str, int] | None:
        """Return the word and the frequency found in an item, with the word as in the program's tables, or
        None.
        """
        read = self.word_of(piece)
        return (self.gold_name(read[0]), read[1]) if read else None

    def number_of(self, piece: str) -> int | None:
        """Return the frequency found in the first item of a list, which shows whether the list consists of
        a single response; None if the item has none.
        """
        match = self.number.search(piece)
        return _integer(match[1]) if match else None

    def gold_name(self, word: str) -> str:
        """Return the name of a gold word in the program's tables."""
        return word.replace("'", "", 1) if self.drops_apostrophe else word

    def guess(self, piece: str) -> str:
        """Return the form in which the program compares an item of a system's list."""
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
"""The words that are false in Perl."""


def pieces_of(text: str) -> list[str]:
    """Return the items of a list, split at each `;`, without empty items at its end."""
    kept = text.rstrip(";")
    return kept.split(";") if kept else []


def is_true(word: str | None) -> bool:
    """Return whether a word is true in Perl."""
    return word is not None and word not in FALSE


def _integer(digits: str) -> int:
    return int(digits[:18])


# Splits a line into lexelt, id, colons, and the list of substitutes, each with its place.
#
# Document, section 2.2: `{lexelt}\s{id}\s::\s{list}`, with the list's items separated by `;`. Malformed lines
# are split as well, so that findings can name the wrong part. The lexelt of a lemma of two words contains a
# space.


_LINE = re.compile(
    r"\s*(?P<lexelt>[^\s:;](?:[^\r\n:;]*[^\s:;])?)(?P<gap>\s+)(?P<id>[^\s:;]+)(?P<before>\s*)"
    r"(?P<colons>:+)(?P<list>.*)",
    re.ASCII | re.DOTALL,
)
_EXCHANGED = re.compile(r"(?P<id>[0-9]+)\s+(?P<lexelt>[^:;]*[^\s:;.]\.[a-z.]+)", re.ASCII)
_ENDS = ("\r\n", "\n", "\r")
BLANKS = " \t\r\n\f\v"
"""Whitespace, as defined by both score.pl and keytally."""

_DIGITS = "0123456789"
COUNTED_DIGITS = 18
LARGEST_COUNT = 10**9
_RUN = re.compile(r"\s+", re.ASCII)


class ListItem(NamedTuple):
    """An item of a list: the text between two `;`, and its words without surrounding whitespace."""

    start: int
    end: int
    word_start: int
    word_end: int
    word: str


class Counted(NamedTuple):
    """A gold-standard word with its frequency; offsets are counted as in the item."""

    word: str
    start: int
    end: int
    frequency: int
    count_start: int
    count_end: int


class ParsedLine:
    """A line that contains all required parts; offsets are code points from the line's start."""

    def __init__(self, match: "re.Match[str]") -> None:
        self._match = match

    @property
    def lexelt(self) -> str:
        """Return the lemma and part of speech, such as `bright.a`."""
        return self._match["lexelt"]

    @property
    def id(self) -> str:
        """Return the number of the item."""
        return self._match["id"]

    @property
    def colons(self) -> int:
        """Return the number of colons between the id and the list."""
        return len(self._match["colons"])

    @property
    def list(self) -> str:
        """Return the text after the colons, unchanged."""
        return self._match["list"]

    def span(self, part: str) -> Span:
        """Return the range of `lexelt`, `gap`, `id`, `before` (the colons), `colons` or `list`."""
        return Span(*self._match.span(part))

    @cached_property
    def mended_head(self) -> str | None:
        """Return `manage.v 95` for a line that begins with `95 manage.v`; None for other lines."""
        head = self._match.string[self._match.start("lexelt") : self._match.end("id")]
        found = _EXCHANGED.fullmatch(head)
        return f"{found['lexelt']} {found['id']}" if found else None

    def stretch(self, start: int, end: int) -> str:
        """Return the characters from `start` to `end`."""
        return self._match.string[start:end]

    def is_blank(self, part: str) -> bool:
        """Return whether a part is a single space."""
        return self._match[part] == " "

    @property
    def first_place(self) -> int:
        """Return the place of the first item, or where it would be, after the list's initial spaces."""
        return self._match.start("list") + len(self.list) - len(self.list.lstrip(BLANKS))

    @cached_property
    def items(self) -> tuple[ListItem, ...]:
        """Return the items of the list; a final `;` starts no further item, and an empty list has no
        items.
        """
        text, start = self.list.rstrip(";"), self._match.start("list")
        items = []
        for piece in text.split(";") if text.strip(BLANKS) else ():
            items.append(_item(piece, start))
            start += len(piece) + 1
        return tuple(items)


def line_of(text: str) -> ParsedLine | None:
    """Return the parts of the line `text`, without its line end; None if a part is missing."""
    match = _LINE.fullmatch(body_of(text))
    return ParsedLine(match) if match else None


def body_of(text: str) -> str:
    """Return a line without its line end."""
    end = next((end for end in _ENDS if text.endswith(end)), "")
    return text[: len(text) - len(end)]


def counted(item: ListItem) -> Counted | None:
    """Return the word and the frequency of a gold standard's item; None without a frequency."""
    before = item.word.rstrip(_DIGITS)
    word = before.rstrip(BLANKS)
    if not word or before in (word, item.word):
        return None
    at = item.word_start
    digits = item.word[len(before) :]
    return Counted(word, at, at + len(word), _number(digits), at + len(before), item.word_end)


def spaced(words: str) -> str:
    """Return words separated by single spaces, without surrounding spaces."""
    return _RUN.sub(" ", words).strip(" ")


def _item(piece: str, start: int) -> ListItem:
    word = piece.strip(BLANKS)
    at = start + (len(piece) - len(piece.lstrip(BLANKS)) if word else 0)
    return ListItem(start, start + len(piece), at, at + len(word), word)


def _number(digits: str) -> int:
    """Return a frequency, limited to LARGEST_COUNT."""
    return min(int(digits), LARGEST_COUNT) if len(digits) <= COUNTED_DIGITS else LARGEST_COUNT


LONGEST_SENTENCE = 2000
"""The maximum length, in characters, of each part of a sentence that is cached for a hover: before, in and
after its head.
"""


class Sentence(NamedTuple):
    """A sentence, with the word to substitute."""

    before: str
    head: str
    after: str

    @property
    def markdown(self) -> str:
        """Return the sentence with its word in bold and with whitespace normalised."""
        before, head, after = map(markdown_prose, (self.before, self.head, self.after))
        return " ".join(part for part in (before, f"**{head}**" if head else "", after) if part)


def sentences_of(data: bytes) -> dict[str, Sentence]:
    """Return the sentence of each instance, by its id.

    Entities are not expanded; the text may only use the predefined entities of XML. Raises ValueError, with a
    one-line message that gives the position, for text that is not XML or has an unknown encoding.
    """
    reader = _Reader()
    parser = expat.ParserCreate()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.EntityDeclHandler = _refuse_entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise ValueError(f"line {error.lineno}: {expat.ErrorString(error.code)}") from error
    except LookupError as error:
        raise ValueError(f"line 1: {error}") from error
    return reader.sentences


def read_sentences(path: Path | None, within: Within | None = None) -> Mapping[str, Sentence]:
    """Return the sentences of an input file; empty if no file is given.

    Raises SettingsError for an unusable file.
    """
    if path is None:
        return {}
    try:
        return sentences_of(regular_bytes(path, within=within))
    except OSError as error:
        advice = "; specify an existing path" if isinstance(error, FileNotFoundError) else ""
        raise SettingsError([f"input={path}: {reason_of(error)}{advice}"]) from error
    except ValueError as error:
        raise SettingsError([f"input={path}: not valid XML for the task: {error}"]) from error


def problem_in(path: Path, within: Within | None = None) -> str | None:
    """Return a one-line reason why an input file cannot be used; None if it can."""
    try:
        read_sentences(path, within)
    except SettingsError as error:
        return error.problems[0].removeprefix(f"input={path}: ")
    return None


class _Reader:
    """Collects the text of each `context` before, in and after its `head`."""

    def __init__(self) -> None:
        self.sentences: dict[str, Sentence] = {}
        self._id: str | None = None
        self._parts: list[list[str]] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element."""
        if name == "instance":
            self._id = attributes.get("id")
        elif name == "context":
            self._parts = [[]]
        elif name == "head" and self._parts:
            self._parts.append([])

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        if name == "head" and self._parts:
            self._parts.append([])
        elif name == "context" and self._parts:
            if self._id is not None:
                self.sentences.setdefault(self._id, _sentence(["".join(part) for part in self._parts]))
            self._parts = []

    def text(self, characters: str) -> None:
        """Handle the text between tags."""
        if self._parts:
            self._parts[-1].append(characters)


def _sentence(parts: list[str]) -> Sentence:
    """Return a sentence from the text before, in and after its head; a second head is plain text."""
    before, head = parts[0], parts[1] if len(parts) > 1 else ""
    after = "".join(parts[2:])
    return Sentence(before[-LONGEST_SENTENCE:], head[:LONGEST_SENTENCE], after[:LONGEST_SENTENCE])


def _refuse_entity(*declaration: object) -> None:
    raise ValueError("entity declarations are not supported")


def propose_key_words(line: ParsedLine, key: ParsedLine) -> Proposal | None:
    """Return a proposal that replaces the list with the most frequent gold word, or in oot with the ten
    most frequent.
    """
    found = sorted(filter(None, map(counted, key.items)), key=lambda each: -each.frequency)
    most = MOST_GUESSES if line.colons == COLONS[LexsubMeasure.OOT] else 1
    words = ";".join(key.stretch(each.start, each.end) for each in found[:most])
    if not words:
        return None
    edit = Edit(line.span("colons").end, line.span("list").end, f" {words}")
    return Proposal(f"Accept the key's {words}", edit)


def propose_empty_list(line: ParsedLine) -> Proposal | None:
    """Return a proposal that empties the list."""
    if not line.list.strip():
        return None
    edit = Edit(line.span("colons").end, line.span("list").end, "")
    return Proposal(f"Remove {line.list.strip()}", edit, drops=True)


def propose_without_guess(line: ParsedLine, mark: Mark) -> Proposal | None:
    """Return a proposal that removes a guess that is not in the gold standard."""
    places = [(item.word_start, item.word_end) for item in line.items]
    if (mark.start, mark.end) not in places:
        return None
    at = places.index((mark.start, mark.end))
    if at > 0:
        start, end = line.items[at].start - 1, line.items[at].end
    else:
        start, end = mark.start, places[1][0] if len(places) > 1 else line.span("list").end
    return Proposal(f"Remove {line.stretch(mark.start, mark.end)}", Edit(start, end, ""), drops=True)


def propose_with_guess(line: ParsedLine, word: str) -> Proposal:
    """Return a proposal that adds a gold word after the guesses of the list.

    There is no space before the word, because it would become part of the word.
    """
    guesses = [item for item in line.items if item.word]
    if not guesses:
        edit = Edit(line.span("colons").end, line.span("list").end, f" {word}")
    else:
        place = guesses[-1].word_end
        edit = Edit(place, place, f";{word}")
    return Proposal(f"Insert {word}", edit)


# Modules that a score does not need are imported on first use, so that commands start faster.


class Entry(NamedTuple):
    """The scored content of a line: its lexelt, its item, and its unchanged list."""

    lexelt: str
    id: str
    list: str


class LineReader(Protocol):
    """The parts of a language that a line needs."""

    @property
    def is_key(self) -> bool:
        """Return whether the line belongs to a gold standard."""
        ...

    @property
    def is_one_guess(self) -> bool:
        """Return whether a system's whole list is one guess, as in mw."""
        ...

    @property
    def sentences(self) -> "Mapping[str, Sentence]":
        """Return the sentences of the task's input file by item id."""
        ...

    def judge(self, text: str) -> Sequence[Finding]:
        """Return the findings that need only this line."""
        ...


class LexsubUnit(PresentedUnit):
    """A line of a gold standard or a system's output, with its line end.

    `list` is the scored content of the line, None if nothing is scored. `document` is the id of its item,
    even if a misplaced space or colon prevents the line from being scored.
    """

    __slots__ = ("_reader", "document", "lexelt", "list", "text")

    def __init__(
        self,
        text: str,
        reader: LineReader,
        document: str | None,
        lexelt: str = "",
        list: str | None = None,
    ) -> None:
        self.text = text
        self._reader = reader
        self.document = document
        self.lexelt = lexelt
        self.list = list

    def read_by(self, reader: LineReader) -> "LexsubUnit":
        """Return the same line, read with another reader."""
        return LexsubUnit(self.text, reader, self.document, self.lexelt, self.list)

    @property
    def entry(self) -> Entry | None:
        """Return the scored content of the line; None for a line that is not scored."""
        if self.list is None or self.document is None:
            return None
        return Entry(self.lexelt, self.document, self.list)

    @property
    def findings(self) -> Sequence[Finding]:
        """Return the findings that need only this line."""
        return self._reader.judge(self.text)

    @property
    def line(self) -> ParsedLine | None:
        """Return the parts of the line; None if a part is missing."""
        return line_of(self.text)

    @property
    def group(self) -> str | None:
        """Return the lexelt, so that adjacent items of one lexelt fold together."""
        line = None if self.lexelt else self.line
        return self.lexelt or (line.lexelt if line else None)

    def pieces(self) -> Iterable[Piece]:
        """Yield the lexelt, id, colons, and the list's substitutes and frequencies."""
        line = self.line
        if line is None:
            return
        kinds = (("lexelt", PieceKind.TYPE), ("id", PieceKind.NUMBER), ("colons", PieceKind.OPERATOR))
        for part, kind in kinds:
            yield Piece(*line.span(part), kind)
        for item in line.items:
            gold = counted(item) if self._reader.is_key else None
            if gold is not None:
                yield Piece(gold.start, gold.end, PieceKind.STRING)
                yield Piece(gold.count_start, gold.count_end, PieceKind.NUMBER)
            elif item.word:
                yield Piece(item.word_start, item.word_end, PieceKind.STRING)

    def outline(self) -> Iterator[Heading]:
        """Yield a heading for the item, with its lexelt and first substitute."""
        line = self.line
        if line is None:
            return
        items = line.items
        detail = items[0].word if items else ""
        name = f"{line.lexelt} {line.id}"
        start, end = line.span("lexelt").start, line.span("list").end
        yield Heading(name, detail, start, end, start, line.span("id").end)

    def note_at(self, place: int) -> Note | None:
        """Return the sentence of the item, if the task's input file is given."""
        line = self.line
        if line is None or place > line.span("list").end:
            return None
        sentence = self._reader.sentences.get(line.id)
        start, end = line.span("lexelt").start, line.span("id").end
        return Note(start, end, sentence.markdown) if sentence else None

    def proposal(self, mark: Mark) -> Proposal | None:
        """Return a proposal that deletes an extra guess, adds a missing word, or copies the whole list.

        If the whole list is one guess, a word is added only to an empty list, because it would change an
        existing guess.
        """
        line = self.line
        if line is None:
            return None
        return self._whole(line, mark) if mark.level is Level.OBJECT else self._item(line, mark)

    def _whole(self, line: ParsedLine, mark: Mark) -> Proposal | None:
        if mark.status is Status.SPURIOUS:
            return propose_empty_list(line)
        is_wrong = mark.status in (Status.PARTIAL, Status.INCORRECT, Status.MISSING)
        key = mark.partner[0].line if is_wrong and mark.partner is not None else None
        return None if key is None else propose_key_words(line, key)

    def _item(self, line: ParsedLine, mark: Mark) -> Proposal | None:
        if mark.status is Status.SPURIOUS:
            return propose_without_guess(line, mark)
        if mark.status is Status.MISSING and mark.partner is not None:
            if self._reader.is_one_guess and line.list.strip():
                return None
            key, start, end = mark.partner
            return propose_with_guess(line, key.text[start:end])
        return None
