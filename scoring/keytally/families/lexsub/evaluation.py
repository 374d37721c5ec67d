"""The language and the evaluations of the three tasks: units, totals, remarks and marks."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from keytally.families.contract import (
    Evaluation,
    Figure,
    Language,
    Level,
    Mark,
    Role,
    SeparateRemarks,
    Settings,
)
from keytally.families.lexsub.reading import (
    COLONS,
    GOLD_COLONS,
    MOST_GUESSES,
    LexsubMeasure,
    LexsubOptions,
    LexsubUnit,
    ListItem,
    ParsedLine,
    ScoringMode,
    counted,
    lexsub_options,
    line_of,
)
from keytally.families.lexsub.scoring import (
    DocumentScoring,
    ItemCounts,
    ItemScore,
    LexsubFold,
    Scoring,
    added,
    sum_of,
)
from keytally.findings.finding import Finding
from keytally.measures.ratios import HeadlineCounts, HeadlineForm
from keytally.tallies.status import Status
from keytally.text.positions import line_starts, starts_after_feeds

if TYPE_CHECKING:
    from keytally.families.annotations import DifferenceClassifier
    from keytally.families.lexsub.reading import Sentence
    from keytally.families.lexsub.scoring import ProgramScore, ProgramScoring


# Modules that a score does not need are imported on first use, so that commands start faster.
# ruff: noqa: PLC0415

# The programs search for the parts anywhere in a line; the look-behind finds the same match without trying
# each letter of a long word.
_PROGRAM = r"(?<![\w.])([\w.]+) (\S+) {colons} (.*)"
_PROGRAM_MULTIWORD = r"(?<![\w.])([\w.]+)\s+(\d+)\s*::\s*(.*)\s*$"
_PROGRAM_MULTIWORD_GOLD = r"(?<![\w.])([\w.]+)\s+(\d+)\s*:: (.*)"

_COUNTED = re.compile(r"(?:[^;]*[^;\s\d] \d+;)*\s*", re.ASCII)
"""Matches a gold-standard list in which every word has a frequency, as in nearly all lists."""


class _LexsubLanguageFields(NamedTuple):
    role: Role
    measure: LexsubMeasure | None = None
    mode: ScoringMode = ScoringMode.DOCUMENT
    sentences: "Mapping[str, Sentence]" = {}  # noqa: RUF012 -- a mapping proxy cannot be sent to another process


class LexsubLanguage(_LexsubLanguageFields, Language):
    r"""The language of files in a role (`keytally.families.contract.Language`).

    Without a measure, both two and three colons are valid, as for a file without a known task. In the modes
    of the two programs, only a line feed ends a line, and lines are parsed as the program parses them. A
    lexelt may contain spaces, as in `e commerce.n 1`; it ends at the last space.
    """

    def __hash__(self) -> int:
        return hash(self[:3])

    @property
    def name(self) -> str:
        """Return the language's id."""
        return "lexsub"

    @property
    def lookahead(self) -> int:
        r"""Return 1, because whether a carriage return ends a line depends on the next character."""
        return 1

    @property
    def is_key(self) -> bool:
        """Return whether the lines belong to a gold standard."""
        return self.role is Role.KEY

    @property
    def is_one_guess(self) -> bool:
        """Return whether a system's whole list is one guess."""
        return self.measure is LexsubMeasure.MW

    @property
    def colons(self) -> str:
        """Return the colons before the list; if several numbers of colons are valid, a pattern."""
        if self.is_key:
            return ":" * GOLD_COLONS
        return ":" * COLONS[self.measure] if self.measure else ":::?"

    def boundaries(self, text: str) -> list[int]:
        """Return the offsets at which lines start, without 0."""
        if self.mode is ScoringMode.DOCUMENT:
            return line_starts(text)[1:]
        return starts_after_feeds(text)[1:]

    def read(self, text: str) -> LexsubUnit:
        """Return the unit of a line."""
        match = self._match(text)
        if match is not None:
            lexelt, item, listed = match.groups()
            if "\r" in listed and self.mode is ScoringMode.DOCUMENT:
                listed = listed.partition("\r")[0]
            return LexsubUnit(text, self, item, lexelt, listed)
        line = line_of(text) if self.mode is ScoringMode.DOCUMENT else None
        return LexsubUnit(text, self, line.id if line else None)

    @cached_property
    def _match(self) -> "Callable[[str], re.Match[str] | None]":
        """Return a function that matches the lexelt, the id and the list of a scored line."""
        pattern = re.compile(_source(self), re.ASCII)
        return pattern.match if self.mode is ScoringMode.DOCUMENT else pattern.search

    @property
    def loses_repeated(self) -> bool:
        """Return True, because only the first of several lines about one item counts."""
        return True

    def suspects(self, units: Sequence[LexsubUnit]) -> Sequence[LexsubUnit]:
        """Return the lines that cannot be parsed in full."""
        if not self.is_key:
            return [unit for unit in units if unit.list is None]
        is_sound = _COUNTED.fullmatch
        return [unit for unit in units if unit.list is None or not is_sound(unit.list)]

    def judge(self, text: str) -> Sequence[Finding]:
        """Return the findings that need only this line."""
        from keytally.families.lexsub.rules import judge_line

        return judge_line(text, self.role, self.measure, self.mode)

    def compare_duplicates(
        self, units: Sequence[LexsubUnit], apart: Collection[LexsubUnit] = ()
    ) -> Sequence[Sequence[Finding]]:
        """Return findings on the lines about one item after its first line."""
        from keytally.families.lexsub.rules import duplicate_ids

        return duplicate_ids(units)


def language(role: Role) -> LexsubLanguage:
    """Return the language of a file outside of any pair."""
    return LexsubLanguage(role)


def _source(language: LexsubLanguage) -> str:
    """Return the pattern of a scored line."""
    if language.mode is ScoringMode.DOCUMENT:
        return rf"[ \t]*([^\s:;]+(?: +[^\s:;]+)*) ([^\s:;]+) {language.colons}(?!:) ?(.*)"
    if language.measure is LexsubMeasure.MW:
        return _PROGRAM_MULTIWORD_GOLD if language.is_key else _PROGRAM_MULTIWORD
    return _PROGRAM.format(colons=language.colons)


NO_MODE = "none (no single substitute is the most frequent)"
"""The text shown for an item without a mode."""

_SHORT = {
    "scored": "scored",
    "precision": "P",
    "recall": "R",
    "mode_precision": "mode P",
    "mode_recall": "mode R",
    "total": "total",
    "attempted": "attempted",
    "total_with_mode": "with mode",
    "attempted_with_mode": "attempted with mode",
    "detection_precision": "detection P",
    "detection_recall": "detection R",
    "identification_precision": "identification P",
    "identification_recall": "identification R",
    "found": "found",
    "genuine": "genuine",
    "identified": "identified",
    "credit": "credit",
    "mode": "mode",
    "mode_found": "mode found",
    "multiwords": "multiwords",
}


def total_lines(totals: Mapping[str, Any], measure: LexsubMeasure) -> list[str]:
    """Return the totals in the format of the final release's score.pl."""
    if measure is LexsubMeasure.MW:
        return [
            f"Total MWs in GS = {totals['total']}, System found {totals['found']} "
            f"of which {totals['genuine']} were genuine",
            f"Detection {_ratios(totals, 'detection_')}",
            "Number that matched GS",
            f"Identification {_ratios(totals, 'identification_')}",
        ]
    return [
        f"Total = {totals['total']}, attempted = {totals['attempted']}",
        _ratios(totals, ""),
        f"Total with mode {totals['total_with_mode']} attempted {totals['attempted_with_mode']}",
        f"Mode precision = {totals['mode_precision']:.2f}, Mode recall = {totals['mode_recall']:.2f}",
    ]


def figures(totals: Mapping[str, Any]) -> list[Figure]:
    """Return the numbers of `scores`, or of an item's entry, by short names."""
    shown = _shown_of_item(totals) if "credit" in totals else totals
    return [Figure(_SHORT[name], _shown(value)) for name, value in shown.items() if name in _SHORT]


def _shown_of_item(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the entry of an item: without figures if it is not scored, with a reason if it has no mode."""
    if not item["scored"]:
        return {"scored": False}
    if item["mode"] is None:
        return {"attempted": item["attempted"], "credit": item["credit"], "mode": NO_MODE}
    return {name: value for name, value in item.items() if name != "scored"}


def short_total(totals: Mapping[str, Any]) -> str:
    """Return a line such as `R 7.47  P 7.49  mode R 9.85`, or an item's credit and mode."""
    if not totals:
        return ""
    if "identification_recall" in totals:
        names: Sequence[str] = ("identification_recall", "identification_precision", "detection_recall")
    elif "recall" in totals:
        names = ("recall", "precision", "mode_recall")
    else:
        return _item_in_short(totals)
    return "  ".join(f"{_SHORT[name]} {totals[name]:.2f}" for name in names)


def _item_in_short(item: Mapping[str, Any]) -> str:
    if not item["scored"] and "credit" in item:
        return "not scored"
    if not item["attempted"]:
        return "not attempted"
    if "credit" not in item:
        return "identified" if item["identified"] else "not identified"
    mode = "" if item["mode"] is None else f"  mode {'found' if item['mode_found'] else 'not found'}"
    return f"credit {item['credit']:.2f} %{mode}"


def _ratios(totals: Mapping[str, Any], prefix: str) -> str:
    return f"precision = {totals[f'{prefix}precision']:.2f}, recall = {totals[f'{prefix}recall']:.2f}"


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, list):
        return ", ".join(value) or "none"
    return "none" if value is None else str(value)


_ENDS = "; score.pl ends here with an illegal division by zero"


_OTHER = {LexsubMeasure.BEST: LexsubMeasure.OOT, LexsubMeasure.OOT: LexsubMeasure.BEST}
"""The measure with the same gold standard and a different number of colons in answers."""


class Grounds(NamedTuple):
    """The reasons for remarks in some items: the sum over the items, and the items at which a program divides
    by zero.

    `left_out` contains the lines of the response that are not answers.
    """

    counts: ItemCounts
    breaks: Sequence[str]
    left_out: Sequence[str]


def grounds_of(scores: Sequence[ItemScore], left_out: Sequence[str]) -> Grounds:
    """Return the reasons for remarks in some items."""
    counts = added(Counter(score.counts for score in scores))
    return Grounds(counts, [score.document for score in scores if score.breaks], left_out)


def remarks(parts: Sequence[Grounds], measure: LexsubMeasure, mode: ScoringMode) -> Iterator[str]:
    """Yield a line about response lines that answer another task, and a line for each ratio with the
    denominator 0.
    """
    left_out = [text for part in parts for text in part.left_out]
    other = _OTHER.get(measure)
    if left_out and other is not None and all(_has_colons(text, COLONS[other]) for text in left_out):
        name = other.value
        yield f"the lines that cannot be read are in {name} format; did you mean --task {name}?"
    broken = chain.from_iterable(part.breaks for part in parts)
    yield from (f"item {item}: its frequencies in the gold standard are all 0{_ENDS}" for item in broken)
    counts = added(Counter(part.counts for part in parts))
    ends = "" if mode is ScoringMode.DOCUMENT else _ENDS
    if measure is LexsubMeasure.MW:
        if not counts.total:
            yield f"no multiword of the gold standard was given by two annotators: ratios are zero{ends}"
    elif not counts.total:
        yield f"no item of the gold standard has two responses: ratios are zero{ends}"
    elif not counts.attempted:
        yield f"no item of the gold standard was attempted: ratios are zero{ends}"
    elif not counts.attempted_with_mode:
        yield f"no item with a mode was attempted: the ratios for modes are zero{ends}"


def _has_colons(text: str, number: int) -> bool:
    line = line_of(text)
    return line is not None and line.colons == number


# The verdicts of one item at their places: the item, its guesses, the words that were not guessed.
#
# A guess of a word of the gold standard is correct, any other spurious; the label shows its frequency. If no
# guess matches the mode it is missing; in oot all other unmatched words are missing too, because further
# guesses cost nothing there; in best they are optional, because each further guess divides the credit.


class _Place(NamedTuple):
    """The place of a word in the list of a unit."""

    start: int
    end: int


class ItemVerdicts:
    """Makes the marks of one item."""

    def __init__(self, measure: LexsubMeasure, scoring: Scoring, score: ItemScore) -> None:
        self._measure = measure
        self._scoring = scoring
        self._score = score
        self._gold = scoring.gold([score.key] if score.key else [])
        self._key_line = score.key.line if score.key else None
        self._line = score.response.line if score.response else None

    def of_response(self) -> Iterator[Mark]:
        """Yield the marks of the system's line."""
        unit, line = self._score.response, self._line
        if unit is None or line is None:
            return
        yield self._item(unit, line, self._score.key, self._key_line)
        places = self._gold_places()
        for item in self._guesses():
            yield self._guess(unit, item, places)
        end = line.items[-1].word_end if line.items else line.first_place
        for word in self._missing(set(self._guess_places())) if self._score.counts.total else ():
            subject = f'"{word}" {self._frequency(word)}'
            partner = self._in_key(places.get(word))
            yield Mark(unit, end, end, Status.MISSING, Level.ITEM, f"MIS {subject}", partner, subject)

    def of_key(self) -> Iterator[Mark]:
        """Yield the marks of the gold standard's line."""
        unit, line = self._score.key, self._key_line
        if unit is None or line is None:
            return
        yield self._item(unit, line, self._score.response, self._line)
        guesses = self._guess_places()
        missing = set(self._missing(set(guesses)))
        for word, place in self._gold_places().items():
            status = self._status(word in guesses, word in missing)
            partner = self._in_response(guesses.get(word))
            yield Mark(unit, *place, status, Level.ITEM, self._frequency(word), partner)

    def _status(self, is_named: bool, is_missing: bool) -> Status:
        """Return the verdict on a word of the gold standard."""
        if not self._score.counts.total:
            return Status.UNSCORED
        if is_named:
            return Status.CORRECT
        return Status.MISSING if is_missing else Status.OPTIONAL

    def _missing(self, named: set[str]) -> list[str]:
        """Return the words that the answer should have included."""
        if self._measure is LexsubMeasure.OOT:
            return [word for word in self._gold.words if word not in named]
        modes = self._gold.modes
        return [] if named.intersection(modes) else list(modes[:1])

    def _guesses(self) -> Iterator[ListItem]:
        """Yield the items of the system's list that are guesses; in mw, the whole list is one guess."""
        line = self._line
        if line is None:
            return
        if self._measure is not LexsubMeasure.MW:
            yield from (item for item in line.items if item.word)
        elif text := line.list.strip():
            start = line.span("list").start + line.list.index(text)
            yield ListItem(start, start + len(text), start, start + len(text), text)

    def _word(self, item: ListItem) -> str | None:
        """Return the gold word that a guess matches."""
        unit = self._score.response
        if unit is None or unit.entry is None:
            return None
        if self._measure is LexsubMeasure.MW:
            return self._scoring.named(self._gold, unit.entry.list)
        is_first = unit.text.startswith(": ", item.start - 1)
        end = item.end + (unit.text[item.end : item.end + 1] == "\r")
        return self._scoring.named(self._gold, unit.text[item.start + is_first : end])

    def _guess_places(self) -> dict[str, _Place]:
        """Return the place of the first guess that matches each gold word."""
        places: dict[str, _Place] = {}
        for item in self._guesses():
            if (word := self._word(item)) is not None:
                places.setdefault(word, _Place(item.word_start, item.word_end))
        return places

    def _gold_places(self) -> dict[str, _Place]:
        """Return the place of each gold word."""
        places: dict[str, _Place] = {}
        for item in self._key_line.items if self._key_line is not None else ():
            if (word := self._scoring.gold_word(item.word)) in self._gold.words and word is not None:
                gold = counted(item)
                places.setdefault(word, _Place(item.word_start, gold.end if gold else item.word_end))
        return places

    def _guess(self, unit: LexsubUnit, item: ListItem, places: dict[str, _Place]) -> Mark:
        word = self._word(item)
        status, label = Status.SPURIOUS, "not in the key"
        if word is not None:
            status, label = Status.CORRECT, self._frequency(word)
        if not self._score.counts.total and self._measure is not LexsubMeasure.MW:
            status = Status.UNSCORED
        partner = self._in_key(places.get(word)) if word is not None else None
        return Mark(unit, item.word_start, item.word_end, status, Level.ITEM, label, partner)

    def _in_key(self, place: _Place | None) -> tuple[LexsubUnit, int, int] | None:
        return (self._score.key, *place) if place is not None and self._score.key is not None else None

    def _in_response(self, place: _Place | None) -> tuple[LexsubUnit, int, int] | None:
        response = self._score.response
        return (response, *place) if place is not None and response is not None else None

    def _item(
        self, unit: LexsubUnit, line: ParsedLine, other: LexsubUnit | None, there: ParsedLine | None
    ) -> Mark:
        """Return the mark of the whole item, at its id."""
        partner = (other, *there.span("id")) if other is not None and there is not None else None
        return Mark(unit, *line.span("id"), self._overall(), Level.OBJECT, self._label(), partner)

    def _label(self) -> str:
        """Return the verdict on the item as text: its credit, or whether it is scored, attempted or
        identified.
        """
        score, counts = self._score, self._score.counts
        if self._measure is LexsubMeasure.MW:
            return "identified" if counts.hits else "not identified"
        if not counts.total:
            return "not scored"
        return f"credit {100.0 * score.credit / score.of:.2f} %" if counts.attempted else "not attempted"

    def _overall(self) -> Status:
        counts = self._score.counts
        if not counts.total:
            return (
                Status.SPURIOUS if self._measure is LexsubMeasure.MW and counts.attempted else Status.UNSCORED
            )
        if not counts.attempted:
            return Status.MISSING
        if counts.hits or self._has_all_credit():
            return Status.CORRECT
        return Status.PARTIAL if self._score.credit else Status.INCORRECT

    def _has_all_credit(self) -> bool:
        """Return whether the credit is maximal: in best, every guess has the highest frequency; in oot,
        the guesses include the ten most frequent words.
        """
        most = 1 if self._measure is LexsubMeasure.BEST else MOST_GUESSES
        best = sum(sorted(self._gold.words.values(), reverse=True)[:most])
        score = self._score
        return score.credit > 0 and score.credit * self._gold.responses >= best * score.of

    def _frequency(self, word: str) -> str:
        return f"{self._gold.words[word]} of {self._gold.responses}"


# Modules that a score does not need are imported on first use, so that commands start faster.
# ruff: noqa: PLC0415


class LexicalSubstitution(Evaluation):
    """The evaluation of one measure under one definition (keytally.families.contract.Evaluation).

    A document is an item, identified by its id; a unit is a line.
    """

    document_name = "item"
    headline_name = "R"
    response_has_own_form = True

    def __init__(self, options: LexsubOptions) -> None:
        self.measure = options.measure
        self.mode = options.mode
        self._options = options
        self._sentences = _sentences(options)
        self._scoring = _scoring(options)

    @property
    def task(self) -> str:
        """Return the task's name."""
        return self.measure.value

    @property
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        return self._options.signature

    @property
    def headline_form(self) -> HeadlineForm:
        """Return recall."""
        return HeadlineForm(beta=None)

    def headline_counts(self, scores: Sequence[ItemScore]) -> HeadlineCounts:
        """Return the counts that an item adds to recall: its credit, or whether its multiword was found."""
        fold = sum_of(scores, self.measure)
        right = fold.counts.hits if self.measure is LexsubMeasure.MW else float(fold.credit)
        return HeadlineCounts(right, fold.counts.total)

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """Return the ratios and the counts."""
        return figures(totals)

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """Return the ratios of the totals, or an item's credit."""
        return short_total(totals)

    def language(self, role: Role) -> LexsubLanguage:
        """Return the language of files in that role."""
        return LexsubLanguage(role, self.measure, self.mode, self._sentences)

    def item_name(self, role: Role) -> str:
        """Return the name of an item."""
        colons = LexsubLanguage(role, self.measure, self.mode).colons
        return f"item of {self.task} (lexelt id {colons} substitutes)"

    def is_item(self, unit: LexsubUnit, role: Role) -> bool:
        """Return whether a line can be scored; a response line counts even if scoring skips it."""
        return (unit.entry if role is Role.KEY else unit.document) is not None

    def score(
        self, document: str, key: Sequence[LexsubUnit], response: Sequence[LexsubUnit]
    ) -> Sequence[ItemScore]:
        """Return the score of one item."""
        return (self._scoring.score(document, key, response),)

    def compare_texts(self, unit: LexsubUnit, reference: LexsubUnit | None) -> Sequence[Finding]:
        """Return findings on differences between a system's line and the key's line for the same item."""
        from keytally.families.lexsub.rules import compare_with_key

        return compare_with_key(unit, reference, self.measure, self._scoring)

    def fold(self) -> LexsubFold:
        """Return an empty sum."""
        return LexsubFold(self.measure)

    def is_settled(self, fold: LexsubFold) -> bool:
        """Return whether no item's score depends on the order of lines in a file."""
        return not fold.unsettled

    def settled(
        self, scores: Sequence[ItemScore], key: Iterable[LexsubUnit], response: Iterable[LexsubUnit]
    ) -> Sequence[ItemScore]:
        """Return the scores that result from the order of both files, because a program may reuse earlier
        values.
        """
        if isinstance(self._scoring, DocumentScoring) or not any(score.unsettled for score in scores):
            return scores
        from keytally.families.lexsub.scoring import in_order

        return in_order(self._scoring, scores, key, response)

    def marks(self, score: ItemScore, side: Role, unit: LexsubUnit) -> Iterator[Mark]:
        """Yield the verdicts on the line that counts."""
        if side is Role.KEY and unit is score.key:
            yield from ItemVerdicts(self.measure, self._scoring, score).of_key()
        elif side is not Role.KEY and unit is score.response:
            yield from ItemVerdicts(self.measure, self._scoring, score).of_response()

    @property
    def classifier(self) -> "DifferenceClassifier | None":
        """Return the object that classifies and fixes differences; None outside the document's own mode."""
        scoring = self._scoring
        if not isinstance(scoring, DocumentScoring):
            return None
        from keytally.families.annotations import DifferenceClassifier
        from keytally.families.lexsub.differences import CLASSES, counts_of, differences, repair

        return DifferenceClassifier(
            CLASSES,
            lambda scores: [difference for score in scores for difference in differences(scoring, score)],
            lambda scores: counts_of(scoring, scores[0]),
            lambda key, response, differences: repair(scoring, response, differences),
        )

    def document_totals(self, scores: Sequence[ItemScore]) -> dict[str, Any]:
        """Return an item's entry in the JSON output."""
        from keytally.families.lexsub.reports import item_values

        return item_values(self._scoring, self.measure, scores[0])

    def report_json(self, scores: Sequence[ItemScore]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`."""
        from keytally.families.lexsub.reports import item_values

        items = {score.document: item_values(self._scoring, self.measure, score) for score in scores}
        return {
            "task": self.task,
            "signature": self.signature,
            "scores": sum_of(scores, self.measure).totals(),
            "items": items,
        }

    def report_text(self, scores: Sequence[ItemScore], verbose: int) -> str:
        """Return the totals in the format of score.pl, and the signature; with `verbose`, each item first."""
        from keytally.families.lexsub.reports import item_line

        items = [item_line(self._scoring, self.measure, score) for score in scores] if verbose else []
        totals = total_lines(sum_of(scores, self.measure).totals(), self.measure)
        return "".join(f"{line}\n" for line in (*items, *totals, self.signature))

    def program_output(
        self,
        scores: "Sequence[ProgramScore]",
        key: Iterable[LexsubUnit],
        response: Iterable[LexsubUnit],
        names: tuple[str, str],
        verbose: int,
    ) -> str | None:
        """Return the output of the program that the mode emulates; None in the document's own mode."""
        if isinstance(self._scoring, DocumentScoring):
            return None
        from keytally.families.lexsub.reports import Printed, program_output

        return program_output(self._scoring, Printed(scores, list(key), list(response), names), verbose > 0)

    def remarks(self, scores: Sequence[ItemScore], response: Iterable[LexsubUnit]) -> Sequence[str]:
        """Return reasons why ratios are meaningless, and a remark on skipped lines."""
        return [*remarks([self._grounds(scores, response)], self.measure, self.mode)]

    @property
    def separate_remarks(self) -> SeparateRemarks:
        """Return the functions that compute remarks from parts of the documents."""
        return SeparateRemarks(self._grounds, lambda grounds: [*remarks(grounds, self.measure, self.mode)])

    def _grounds(self, scores: Sequence[ItemScore], response: Iterable[LexsubUnit]) -> Grounds:
        """Return the reasons for remarks."""
        left_out = [unit.text for unit in response if unit.list is None and unit.text.strip()]
        return grounds_of(scores, left_out)

    @property
    def can_be_apart(self) -> bool:
        """Return whether the document's own definition applies.

        The output of a program quotes lines and may depend on their order.
        """
        return isinstance(self._scoring, DocumentScoring)

    def without_files(self, settings: Settings) -> Settings:
        """Return settings without the file of sentences, which scoring does not need."""
        return settings._replace(
            options=[option for option in settings.options if option[0].lower() != "input"]
        )

    def apart(self, scores: Sequence[ItemScore]) -> Sequence[ItemScore]:
        """Return the counts of an item, with only the line that reports use."""
        bare = LexsubLanguage(Role.KEY, self.measure, self.mode)
        return [score.apart(bare) for score in scores]

    def agreement(
        self, files: Sequence[Iterable[LexsubUnit]], names: Sequence[str]
    ) -> tuple[dict[str, Any], str]:
        """Return the pairwise inter-annotator agreement; each annotator has one file."""
        from keytally.families.lexsub.reports import (
            agreement,
            agreement_text,
            agreement_values,
            answers_of,
            multiword_f,
        )

        answers = [answers_of(units, self.measure) for units in files]
        found = agreement(answers)
        f = multiword_f(answers) if self.measure is LexsubMeasure.MW else None
        return agreement_values(found, names, f), agreement_text(found, names, f)


def evaluation(settings: Settings, task: str) -> LexicalSubstitution:
    """Return the task under these settings. Raises SettingsError for unusable options."""
    return LexicalSubstitution(lexsub_options(settings, LexsubMeasure(task)))


def _sentences(options: LexsubOptions) -> "Mapping[str, Sentence]":
    if options.input is None:
        return {}
    from keytally.families.lexsub.reading import read_sentences

    return read_sentences(options.input, options.within)


def _scoring(options: LexsubOptions) -> "DocumentScoring | ProgramScoring":
    if options.mode is ScoringMode.DOCUMENT:
        return DocumentScoring(options.measure)
    from keytally.families.lexsub.reading import FINAL, TRIAL
    from keytally.families.lexsub.scoring import ProgramScoring

    return ProgramScoring(options.measure, FINAL if options.mode is ScoringMode.FINAL else TRIAL)
