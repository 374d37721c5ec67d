"""Reports: item lines, program output, and inter-annotator agreement."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from keytally.families.lexsub.reading import (
    BLANKS,
    MOST_GUESSES,
    LexsubMeasure,
    LexsubUnit,
    Program,
    is_true,
    spaced,
)
from keytally.families.lexsub.scoring import (
    NO_RESPONSE,
    GoldTable,
    ItemScore,
    ProgramAnswer,
    ProgramScore,
    ProgramScoring,
    Scoring,
    added,
    added_up,
    gold_tables,
)
from keytally.text.rendering import printable


def item_values(scoring: Scoring, measure: LexsubMeasure, score: ItemScore) -> dict[str, Any]:
    """Return an item's entry in `items`; the credit is a percentage."""
    counts, units = score.counts, [score.key] if score.key else []
    modes = scoring.gold(units).modes
    unit = score.key or score.response
    entry = unit.entry if unit is not None else None
    values: dict[str, Any] = {
        "lexelt": entry.lexelt if entry else None,
        "scored": counts.total > 0,
        "attempted": counts.attempted > 0,
    }
    if measure is LexsubMeasure.MW:
        return {**values, "multiwords": list(modes), "identified": counts.hits > 0}
    mode = modes[0] if modes else None
    return {
        **values,
        "credit": 100.0 * score.credit / score.of if score.of else 0.0,
        "mode": mode,
        "mode_found": counts.hits > 0 if mode is not None else None,
    }


def item_line(scoring: Scoring, measure: LexsubMeasure, score: ItemScore) -> str:
    """Return one line for an item, such as `bright.a 1 credit 42.86 % mode clever found`."""
    values = item_values(scoring, measure, score)
    parts = [f"{values['lexelt'] or '?'} {score.document}"]
    if measure is LexsubMeasure.MW:
        multiwords = " or ".join(values["multiwords"]) if values["scored"] else "none"
        answer = "identified" if values["identified"] else "found" if values["attempted"] else "not found"
        return "  ".join([*parts, f"multiword {multiwords}", answer])
    if not values["scored"]:
        return "  ".join([*parts, "not scored"])
    parts.append(f"credit {values['credit']:.2f} %" if values["attempted"] else "not attempted")
    if values["mode"] is not None:
        parts.append(f"mode {values['mode']} {'found' if values['mode_found'] else 'not found'}")
    return "  ".join(parts)


class ItemLines:
    """Creates the lines on answers, in the order of the system's output."""

    def __init__(self, scoring: ProgramScoring, tables: Mapping[str, GoldTable]) -> None:
        self._scoring = scoring
        self._program = scoring.program
        self._best = scoring.measure is LexsubMeasure.BEST
        self._tables = tables
        self._done: set[str] = set()
        self._guesses: Sequence[str] = ()

    def of_answer(self, document: str, unit: LexsubUnit, text: str) -> Iterator[str]:
        """Yield the lines on an answer in best or oot with the list `text`.

        Only an item's first line counts.
        """
        table = self._tables.get(document)
        if table is None or document in self._done or not table.responses:
            return
        self._done.add(document)
        answer = self._scoring.answer(text, self._guesses)
        self._guesses = answer.guesses
        if self._program.keeps_guesses and not self._best:
            yield from self._odd_list(document, unit, text, answer)
        yield from self._item(f"{unit.lexelt} Item {document}", table, answer.guesses)

    def _odd_list(self, document: str, unit: LexsubUnit, text: str, answer: ProgramAnswer) -> Iterator[str]:
        """Yield the final release's messages on duplicate guesses, and on more than ten guesses, in an oot
        list.
        """
        if answer.has_duplicates:
            whole = " ".join(map(self._program.guess, text.rstrip(";").split(";")))
            yield f"WARNING duplicate at {unit.lexelt} {document} responses {whole}"
        if answer.is_cut:
            yield f"{unit.lexelt} Item {document} exceeded 10 guesses"

    def _item(self, what: str, table: GoldTable, guesses: Sequence[str]) -> Iterator[str]:
        found = self._scoring.mode_of(table, guesses)
        if found is not None:
            yield f"{what} mode '{table.mode}' {self._about_mode(found, guesses)}"
        if guesses or not self._program.keeps_guesses:
            told = printed_number(self._credit(table, guesses)) if guesses else ""
            count = f" guesses {len(guesses)}" if self._best else ""
            yield f"{what} credit {told}{count} human responses {table.responses}: score is {told}"

    def _credit(self, table: GoldTable, guesses: Sequence[str]) -> float:
        earned = self._scoring.credits(table)
        return added_up([earned[guess] for guess in guesses if guess in earned], table.responses)

    def _about_mode(self, found: bool, guesses: Sequence[str]) -> str:
        if not self._best:
            return " found in guesses" if found else " not found"
        guess = guesses[0] if guesses else ""
        return f": system '{guess}'  correct" if found else f": system '{guess}' wrong"

    def of_multiword(self, document: str, unit: LexsubUnit, text: str) -> Iterator[str]:
        """Yield the line on an answer in mw; only an item's first line counts."""
        if document in self._done:
            return
        self._done.add(document)
        table = self._tables.get(document)
        mode = table.mode if table is not None else None
        told = f"human mode is {mode}" if is_true(mode) else "No MW found by annotators,"
        yield f"{unit.lexelt} {document} {told} system {text}"


def printed_number(value: float) -> str:
    """Return a number as Perl prints it."""
    return f"{value:.15g}"


# The output of score.pl, line by line: both releases, with and without -v.
#
# The numbers are floats summed in the order of the file, as in Perl, and printed with 15 digits.


class Printed(NamedTuple):
    """The data that is printed: the scores of all items in the order of both files, and the files.

    `names` are the names of key and response as given.
    """

    scores: Sequence[ProgramScore]
    key: Sequence[LexsubUnit]
    response: Sequence[LexsubUnit]
    names: tuple[str, str]


def program_output(scoring: ProgramScoring, printed: Printed, verbose: bool) -> str:
    """Return the output of the program for these files."""
    is_mw = scoring.measure is LexsubMeasure.MW
    lines = [*_errors(printed.key, printed.names[0])] if is_mw else []
    if verbose:
        lines += _items(scoring, printed)
    else:
        lines += _errors(printed.response, printed.names[1])
    totals = _Totals(scoring, printed)
    lines += totals.multiwords() if is_mw else totals.substitutes()
    return "".join(f"{line}\n" for line in lines)


def _errors(units: Iterable[LexsubUnit], name: str) -> Iterator[str]:
    """Yield a message for each line of a file that the program cannot parse."""
    for number, unit in enumerate(units, 1):
        if unit.list is None and unit.text.strip(BLANKS):
            yield f"Error in {name} on line {number}"


def _items(scoring: ProgramScoring, printed: Printed) -> Iterator[str]:
    """Yield an error for each unparsed line, and the lines on each item, in response order."""
    about = ItemLines(scoring, gold_tables(scoring, printed.key))
    of_unit = about.of_multiword if scoring.measure is LexsubMeasure.MW else about.of_answer
    for number, unit in enumerate(printed.response, 1):
        if unit.list is not None and unit.document is not None:
            yield from of_unit(unit.document, unit, unit.list)
        elif unit.text.strip(BLANKS):
            yield f"Error in {printed.names[1]} on line {number}"


class _Totals:
    """The final lines, with the totals over all items."""

    def __init__(self, scoring: ProgramScoring, printed: Printed) -> None:
        self._scores, self._response = printed.scores, printed.response
        self._program = scoring.program
        self._best = scoring.measure is LexsubMeasure.BEST
        self._counts = added(Counter(score.counts for score in printed.scores))

    def substitutes(self) -> Iterator[str]:
        """Yield the lines for best and oot."""
        counts, credit = self._counts, self._credit()
        if self._program.keeps_guesses and not self._best:
            yield from self._about_duplicates()
        yield f"Total = {counts.total}, attempted = {counts.attempted}"
        yield self._ratios("precision", "recall", credit, counts.attempted, counts.total)
        asked, with_mode = counts.attempted_with_mode, counts.with_mode
        yield f"Total with mode {with_mode} attempted {asked}"
        is_named = self._best and self._program.is_percent
        names = ("Mode precision", "Mode recall") if is_named else ("precision", "recall")
        yield self._ratios(*names, counts.hits, asked, with_mode)

    def _about_duplicates(self) -> Iterator[str]:
        """Yield the final release's message on all oot lists."""
        doubled = sum(score.has_duplicates for score in self._scores)
        if doubled:
            yield f"WARNING OOT file contains duplicates on {doubled} lines"

    def _credit(self) -> float:
        """Return the sum of the credits of all items, in the order of the response."""
        earned = {score.response: score.earned for score in self._scores if score.earned}
        credit = 0.0
        for share in filter(None, map(earned.get, self._response)):
            credit += share
        return credit

    def _ratios(self, precision: str, recall: str, above: float, tried: int, total: int) -> str:
        return f"{precision} = {self._ratio(above, tried)}, {recall} = {self._ratio(above, total)}"

    def _ratio(self, above: float, below: int) -> str:
        return rounded(above / below if below else 0.0, self._program)

    def multiwords(self) -> Iterator[str]:
        """Yield the lines for mw."""
        total, found, genuine = self._counts.total, self._counts.attempted, self._counts.genuine
        counts = [_count(count) for count in (total, found, genuine)]
        yield (f"Total MWs in GS = {counts[0]}, System found {counts[1]} of which {counts[2]} were genuine")
        yield self._multiword_ratios("Detection", genuine)
        yield "Number that matched GS"
        yield self._multiword_ratios("Identification", self._counts.hits)

    def _multiword_ratios(self, name: str, above: int) -> str:
        """Return a line of ratios; like the program, omit precision if there are no answers."""
        found, total = self._counts.attempted, self._counts.total
        precision = self._ratio(above, found) if found else ""
        return f"{name} precision = {precision}, recall = {self._ratio(above, total)}"


def rounded(value: float, program: Program) -> str:
    """Return a ratio as the program rounds it: half up to its number of decimals, padded with zeros."""
    scale = 10**program.decimals
    number = value * 100 if program.is_percent else value
    text = printed_number(int(number * scale + 0.5) / scale)
    whole, _, decimals = text.partition(".")
    return f"{whole}.{decimals.ljust(program.decimals, '0')}"


def _count(count: int) -> str:
    """Return a counter as Perl prints it: empty if it was never incremented."""
    return str(count) if count else ""


# The agreement of annotators (document, section 6): pairwise, by multisets.
#
# "We calculate agreement as the multiset intersection divided by the multiset union. The sum of these
# pairwise scores is divided by the sum of all non nil paired annotator sets." A union of multisets has two
# definitions: the larger of both counts of a word, or their sum. Both are computed. The document says so of
# its annotators, whose words best and oot are scored by; the answer of mw is a multiset of one multiword.


Answers = Mapping[str, Counter[str]]
"""One annotator's responses, by item."""


class Agreement(NamedTuple):
    """The agreement over `pairs` pairs of answers to `items` items; all ratios are from 0 to 1.

    `maximum` and `additive` use two different definitions of the union. `with_mode` contains, for each
    annotator, the share of answers that include the item's mode, among answers to items with a mode.
    """

    items: int
    pairs: int
    maximum: Fraction
    additive: Fraction
    with_mode: tuple[Fraction, ...]


class MultiwordF(NamedTuple):
    """F over all pairs of annotators, from 0 to 1: for detecting a multiword, and for identifying the same
    multiword.

    One annotator's answers are the other's key; exchanging them exchanges precision and recall.
    """

    detection: Fraction
    identification: Fraction


def answers_of(units: Iterable[LexsubUnit], measure: LexsubMeasure = LexsubMeasure.BEST) -> Answers:
    """Return one annotator's answers from the first line of each item, without `NIL` and `pn`.

    As in scoring, the whole list is one multiword in mw, and the first ten words count in oot.
    """
    answers: dict[str, Counter[str]] = {}
    for unit in units:
        if unit.list is not None and unit.document is not None and unit.document not in answers:
            answers[unit.document] = Counter(_words(unit.list, measure))
    return {item: words for item, words in answers.items() if words}


def _words(answer: str, measure: LexsubMeasure) -> list[str]:
    pieces = [answer.replace(";", " ")] if measure is LexsubMeasure.MW else answer.split(";")
    words = [word for word in map(spaced, pieces) if word and word not in NO_RESPONSE]
    if measure is LexsubMeasure.OOT and len(words) > MOST_GUESSES:
        return list(dict.fromkeys(words))[:MOST_GUESSES]
    return words


def multiword_f(annotators: Sequence[Answers]) -> MultiwordF | None:
    """Return F for annotators of multiwords: twice the common answers divided by all answers of both, summed
    over pairs.

    The result is None if no annotator has a multiword.
    """
    pairs = [*combinations(annotators, 2)]
    each = sum(len(one) + len(other) for one, other in pairs)
    if not each:
        return None
    both = [(one[item], other[item]) for one, other in pairs for item in one if item in other]
    same = sum(mine == theirs for mine, theirs in both)
    return MultiwordF(Fraction(2 * len(both), each), Fraction(2 * same, each))


def agreement(annotators: Sequence[Answers]) -> Agreement:
    """Return the pairwise inter-annotator agreement; 0 if no two annotators have answered the same item."""
    answered = Counter(item for answers in annotators for item in answers)
    items = [item for item, count in answered.items() if count > 1]
    pairs = [pair for item in items for pair in _pairs(annotators, item)]
    maximum = sum((Fraction((a & b).total(), (a | b).total()) for a, b in pairs), Fraction())
    additive = sum((Fraction((a & b).total(), (a + b).total()) for a, b in pairs), Fraction())
    count = len(pairs) or 1
    modes = {item: mode for item in items if (mode := _mode(annotators, item)) is not None}
    with_mode = tuple(_with_mode(answers, modes) for answers in annotators)
    return Agreement(len(items), len(pairs), maximum / count, additive / count, with_mode)


def _pairs(annotators: Sequence[Answers], item: str) -> Iterator[tuple[Counter[str], Counter[str]]]:
    return combinations([answers[item] for answers in annotators if item in answers], 2)


def _mode(annotators: Sequence[Answers], item: str) -> str | None:
    """Return the most frequent response if no other is as frequent; otherwise None."""
    whole: Counter[str] = Counter()
    for answers in annotators:
        whole.update(answers.get(item, ()))
    first, *others = [*whole.most_common(2), ("", 0)]
    return first[0] if first[1] > others[0][1] else None


def _with_mode(answers: Answers, modes: Mapping[str, str]) -> Fraction:
    asked = [item for item in answers if item in modes]
    return Fraction(sum(modes[item] in answers[item] for item in asked), len(asked) or 1)


def agreement_values(found: Agreement, names: Sequence[str], f: MultiwordF | None = None) -> dict[str, Any]:
    """Return plain values with ratios in percent; `names` contains the names of the annotators' files.

    `f` is the multiword F; the value `f` of the result is then that of identification.
    """
    of_multiwords = {} if f is None else {"f": _percent(f.identification), "detection": _percent(f.detection)}
    return {
        "annotators": list(names),
        "items": found.items,
        "pairs": found.pairs,
        "agreement": {"maximum": _percent(found.maximum), "additive": _percent(found.additive)},
        "with_mode": {name: _percent(share) for name, share in zip(names, found.with_mode, strict=True)},
        **of_multiwords,
    }


def agreement_text(found: Agreement, names: Sequence[str], f: MultiwordF | None = None) -> str:
    """Return the agreement as lines of text."""
    lines = [
        f"{len(names)} annotators, {found.pairs} pairs of answers to {found.items} items",
        f"Pairwise agreement, maximum union  = {_percent(found.maximum):.2f}",
        f"Pairwise agreement, additive union = {_percent(found.additive):.2f}",
        *_f_lines(f),
        *(
            f"Agreement with the mode, {printable(name)} = {_percent(share):.2f}"
            for name, share in zip(names, found.with_mode, strict=True)
        ),
    ]
    return "".join(f"{line}\n" for line in lines)


def _f_lines(f: MultiwordF | None) -> list[str]:
    if f is None:
        return []
    return [
        f"F of multiword detection           = {_percent(f.detection):.2f}",
        f"F of multiword identification      = {_percent(f.identification):.2f}",
    ]


def _percent(share: Fraction) -> float:
    return float(100 * share)
