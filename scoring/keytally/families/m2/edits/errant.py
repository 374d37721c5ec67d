"""The counts and output of errant_compare in ERRANT 3.0.2 (mode `errant`)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from keytally.families.m2.edits.options import EditLevel, EditSize, EditsOptions
from keytally.families.m2.edits.scoring import (
    CORRECT,
    MISSING,
    SPURIOUS,
    EditScore,
    PairScore,
    Place,
    TypeCounts,
    Types,
    add_type,
    pair_score,
    sum_types,
)
from keytally.families.m2.reading import FIELDS, NONE, NOOP, NOTHING, AnnotationLine, Block, EditCounts

# The program's definition where it differs from keytally's.
#
# Corrections are compared as they are written. Each line counts: a correct item counts as often as the key
# has it, whatever the response has. Edits count even if their offsets are beyond the sentence. An annotator
# without scored edits still takes part. Among pairs of annotators the one with the best F of all sentences
# so far counts, rounded to four digits.


Recorded = Mapping[Place, Sequence[str]]
"""The error types at each place, or for each place and correction, in file order."""


def recorded_edits(block: Block, options: EditsOptions) -> dict[int, Recorded]:
    """Return the edits that the program compares, by annotator in file order."""
    found: dict[int, dict[Place, list[str]]] = {}
    lines = [_fields(line) for line in block.annotations if _is_read(line)]
    for start, end, kind, correction, annotator in lines or [(-1, -1, NOOP, NONE, 0)]:
        mine = found.setdefault(annotator, {})
        if options.is_scored(kind, end - start, len(correction.split())):
            for place in _places(start, end, kind, correction, options.level):
                mine.setdefault(place, []).append(kind)
    return {**found}


def _is_read(line: AnnotationLine) -> bool:
    return line.annotator is not None and line.offsets is not None and len(line.texts) >= FIELDS


def _fields(line: AnnotationLine) -> tuple[int, int, str, str, int]:
    start, end = line.offsets or (-1, -1)
    return start, end, line.kind, line.texts[2], line.annotator or 0


def _places(start: int, end: int, kind: str, correction: str, level: EditLevel) -> Iterator[Place]:
    if level is EditLevel.CORRECTION:
        yield start, end, correction
    elif level is EditLevel.TYPED_CORRECTION:
        yield start, end, kind, correction
    elif level is EditLevel.SPANS:
        yield start, end
    elif start == -1:
        yield start, start
    else:
        tokens = range(start, start + 1 if start == end else end)
        yield from ((token, token + 1) for token in tokens)


def score_pairs(key: Block, response: Block, options: EditsOptions) -> list[PairScore]:
    """Return the counts of each pair of annotators, in the program's order."""
    made, wanted = recorded_edits(response, options), recorded_edits(key, options)
    return [
        pair_score(number, annotator, _counts(made[number], wanted[annotator]))
        for number, annotator in product(made, wanted)
    ]


def _counts(made: Recorded, wanted: Recorded) -> Types:
    types: dict[str, TypeCounts] = {}
    for place, kinds in made.items():
        if kinds[0] != NOOP:
            for kind in wanted.get(place, kinds):
                add_type(types, kind, CORRECT if place in wanted else SPURIOUS)
    for place, kinds in wanted.items():
        if kinds[0] != NOOP and place not in made:
            for kind in kinds:
                add_type(types, kind, MISSING)
    return types


class Ratios(NamedTuple):
    """Precision, recall and F, rounded to four digits as the program prints them."""

    precision: float
    recall: float
    f: float


def ratios(counts: EditCounts, beta: float) -> Ratios:
    """Return the rounded ratios of counts."""
    return Ratios(*(round(value, 4) for value in (counts.precision, counts.recall, counts.f(beta))))


def choices_in_order(results: Mapping[int, Sequence[EditCounts]], beta: float) -> list[int]:
    """Return the index of the pair that the program chooses for each sentence, in order of sentence
    numbers.
    """
    whole, choices = NOTHING, []
    for number in sorted(results):
        choices.append(_choice(results[number], beta, whole))
        whole = whole.plus(results[number][choices[-1]])
    return choices


def _choice(results: Sequence[EditCounts], beta: float, before: EditCounts) -> int:
    """Return the index of the pair with the best F so far.

    Ties go to more correct items, then fewer spurious ones, then fewer missing ones, then the first pair.
    """

    def rank(index: int) -> tuple[float, int, int, int]:
        counts = results[index]
        spurious, missing = counts.proposed - counts.correct, counts.gold - counts.correct
        return ratios(before.plus(counts), beta).f, counts.correct, -spurious, -missing

    return max(range(len(results)), key=rank)


class _Line(NamedTuple):
    """An annotation line: its annotator, and its place with its correction; None if it is not scored."""

    annotator: int
    place: tuple[int, int, str] | None


_NO_EDIT = f"A -1 -1|||{NOOP}|||{NONE}"
_REST = ["REQUIRED", NONE]
_Side = dict[int, set[tuple[int, int, str]]]


def whole_counts(key: bytes, response: bytes, options: EditsOptions) -> EditCounts | None:
    """Return the sum over the sentences of two plain files; None if sentences must be read one by one.

    In plain files all lines are source sentences or complete annotations, no annotator repeats an edit, and
    the sentences of both are equal.
    """
    is_default = options.level is EditLevel.CORRECTION and options.size is EditSize.ALL
    if not is_default or options.categories or options.without or b"\r" in key or b"\r" in response:
        return None
    texts = (text.decode("utf-8", "surrogatepass").rstrip("\n") for text in (key, response))
    gold, made = (text.split("\n\n") for text in texts)
    if len(gold) != len(made):
        return None
    whole, known = NOTHING, dict[str, _Line | None]()
    for mine, theirs in zip(gold, made, strict=True):
        source, *wanted = mine.split("\n")
        other, *proposed = theirs.split("\n")
        if source != other or source[:2] != "S ":
            return None
        length = len(source.split()) - 1
        sides = _side(proposed, length, known), _side(wanted, length, known)
        if sides[0] is None or sides[1] is None:
            return None
        found = [
            EditCounts(len(one & another), len(one), len(another))
            for one, another in product(sides[0].values(), sides[1].values())
        ]
        whole = whole.plus(found[0] if len(found) == 1 else found[_choice(found, options.beta, whole)])
    return whole


def _side(lines: Sequence[str], length: int, known: dict[str, _Line | None]) -> _Side | None:
    """Return the edits of each annotator of a sentence; None if a line is not plain."""
    side: _Side = {}
    for line in lines:
        if line not in known:
            known[line] = _plain_line(line)
        read = known[line]
        if read is None:
            return None
        edits = side.setdefault(read.annotator, set())
        if read.place is not None:
            if read.place in edits or read.place[1] > length:
                return None
            edits.add(read.place)
    return side or {0: set()}


def _plain_line(line: str) -> _Line | None:
    span, *fields = line.split("|||")
    if len(fields) != FIELDS - 1 or fields[2:4] != _REST or not fields[4].isdecimal():
        return None
    annotator = int(fields[4])
    if line.startswith(_NO_EDIT):
        return _Line(annotator, None)
    letter, _, offsets = span.partition(" ")
    start, _, end = offsets.partition(" ")
    are_offsets = start.isdecimal() and end.isdecimal() and int(start) <= int(end)
    if letter != "A" or not are_offsets or fields[0] == NOOP:
        return None
    return _Line(annotator, None if fields[0] == "UNK" else (int(start), int(end), fields[1]))


TITLES = {
    EditLevel.CORRECTION: " Span-Based Correction ",
    EditLevel.TYPED_CORRECTION: " Span-Based Correction + Classification ",
    EditLevel.SPANS: " Span-Based Detection ",
    EditLevel.TOKENS: " Token-Based Detection ",
}

COLUMNS = (14, 8, 8, 8, 8, 8, 0)
"""The widths of the table of categories."""


def text_report(
    scores: Sequence[EditScore], chosen: Sequence[int], options: EditsOptions, *, is_verbose: bool
) -> str:
    """Return the program's output; with `is_verbose`, the output of its option `-v`."""
    lines = [*_trace(scores, chosen, options)] if is_verbose else []
    results = [score.results[choice] for score, choice in zip(scores, chosen, strict=True)]
    title = TITLES[options.level]
    if options.categories:
        lines += ["", f"{title:=^66}", *_category_lines(results, options)]
    whole = NOTHING
    for result in results:
        whole = whole.plus(result.counts)
    header = ("TP", "FP", "FN", "Prec", "Rec", f"F{options.beta}")
    numbers = (*_tallies(whole), *ratios(whole, options.beta))
    lines += ["", f"{title:=^46}", "\t".join(header), "\t".join(map(str, numbers)), "=" * 46, ""]
    return "".join(f"{line}\n" for line in lines)


def _tallies(counts: EditCounts) -> TypeCounts:
    """Return the program's TP, FP and FN."""
    return TypeCounts(counts.correct, counts.proposed - counts.correct, counts.gold - counts.correct)


def _category_lines(results: Sequence[PairScore], options: EditsOptions) -> Iterator[str]:
    yield _row(("Category", "TP", "FP", "FN", "P", "R", f"F{options.beta}"))
    found: dict[str, TypeCounts] = {}
    for kind, counts in sum_types(results).items():
        add_type(found, _category(kind, options.categories), counts)
    for name, counts in sorted(found.items()):
        yield _row((name, *counts, *ratios(counts.counts, options.beta)))


def _category(kind: str, level: int) -> str:
    """Return the category of a type: its first letter (level 1), its letters from the third on (level 2),
    or all of it (level 3).
    """
    if level == 3 or kind == "UNK":
        return kind
    return kind[:1] if level == 1 else kind[2:]


def _row(cells: Sequence[object]) -> str:
    return " ".join(f"{cell!s:<{width}}" for cell, width in zip(cells, COLUMNS, strict=True))


_LINE = "-" * 40


def _trace(scores: Sequence[EditScore], chosen: Sequence[int], options: EditsOptions) -> Iterator[str]:
    before = NOTHING
    for number, (score, choice) in enumerate(zip(scores, chosen, strict=True)):
        key, response = score.key.block(), score.response.block()
        wanted, made = recorded_edits(key, options), recorded_edits(response, options)
        yield _LINE
        yield f"Original sentence {number}: {response.lines[0].text[2:]}"
        for result in score.results:
            edits = made[result.response], wanted[result.key]
            yield from _pair_lines(number, result, edits, before, options.beta)
        best = score.results[choice]
        yield _LINE
        yield f"^^ HYP {best.response}, REF {best.key} chosen for sentence {number}"
        yield "Local results:"
        yield from _aligned(
            [("Category", "TP", "FP", "FN"), *((kind, *each) for kind, each in best.types.items())]
        )
        before = before.plus(best.counts)


def _pair_lines(
    number: int, result: PairScore, edits: tuple[Recorded, Recorded], before: EditCounts, beta: float
) -> Iterator[str]:
    made, wanted = map(_listed, edits)
    yield _LINE
    yield f"SENTENCE {number} - HYP {result.response} - REF {result.key}"
    yield f"HYPOTHESIS EDITS : {made}"
    yield f"REFERENCE EDITS  : {wanted}"
    for name, counts in (("Local", result.counts), ("Global", before.plus(result.counts))):
        tallies, values = map(_joined, (_tallies(counts), ratios(counts, beta)))
        yield f"{name} TP/FP/FN".ljust(17) + f": {tallies}"
        yield f"{name} P/R/F{beta}  : {values}"


def _joined(values: Sequence[float]) -> str:
    return " ".join(map(str, values))


def _listed(edits: Recorded) -> list[Place]:
    """Return the edits with their first error type, sorted; empty if the first edit is a noop."""
    found = [(*place, edits[place][0]) for place in sorted(edits)]
    return [] if found and found[0][0] == -1 else found


def _aligned(rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """Yield lines with right-aligned columns separated by three spaces."""
    widths = [max(len(str(row[at])) for row in rows) + 3 for at in range(len(rows[0]))]
    for row in rows:
        yield "".join(f"{cell!s:>{width}}" for cell, width in zip(row, widths, strict=True))
