"""The language of gold files and system output, and rules for blocks, edits, offsets and line counts."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

from keytally.families.contract import Language, Role
from keytally.families.m2.reading import (
    FIELDS,
    NOOP,
    AnnotationLine,
    Block,
    BlockLine,
    GoldUnit,
    Propose,
    SentenceUnit,
    annotation_lines,
    is_annotation,
    is_skipped,
    is_source,
)
from keytally.findings.finding import Edit, Finding, Related, TypedRule
from keytally.findings.table.m2 import (
    M2_ANNOTATOR,
    M2_BACKWARDS,
    M2_BACKWARDS_BEYOND,
    M2_BEHIND_SENTENCE,
    M2_BEYOND_SENTENCE,
    M2_DUPLICATE_EDIT,
    M2_EMPTY_EDIT,
    M2_FIELDS,
    M2_LINE,
    M2_LINE_COUNT,
    M2_LINE_OF_BLANKS,
    M2_MORE_FIELDS,
    M2_NEGATIVE_OFFSET,
    M2_NO_BLANK_BEHIND_S,
    M2_NO_CHANGE,
    M2_NO_EMPTY_LINE,
    M2_NO_SENTENCE,
    M2_NOOP_OFFSETS,
    M2_NOOP_WITH_EDITS,
    M2_OFFSET,
    M2_OFFSETS_OF_NOOP,
    M2_OVERLAP,
    M2_UNCHANGED_ALTERNATIVE,
    M2_UNSORTED,
    OfAnnotator,
    OfEarlier,
)
from keytally.text.positions import LINE_END, line_starts
from keytally.text.rendering import quantity

_Problem = Callable[[int, int], Finding]
"""The function that creates a finding on the offsets at a place."""


def offset_finding(annotation: AnnotationLine, length: int) -> Finding | None:
    """Return a finding on the offsets of an annotation, given the number of tokens of its sentence."""
    problem = _problem(annotation, length)
    if problem is None:
        return None
    field = annotation.fields[0]
    text = field.text
    start = field.start + len(text) - len(text.lstrip())
    end = max(field.start + len(text.rstrip()), start)
    if start == end:
        start, end = annotation.line.start, annotation.line.end
    return problem(start, end)


def _problem(annotation: AnnotationLine, length: int) -> _Problem | None:
    if annotation.offsets is None:
        return lambda at, to: M2_OFFSET.finding(at, to, {})
    start, end = annotation.offsets
    if annotation.kind == NOOP:
        return None if (start, end) == (-1, -1) else _noop
    if (start, end) == (-1, -1):
        kind = repr(annotation.kind)
        is_edit = any(annotation.alternatives)
        return (lambda at, to: M2_OFFSETS_OF_NOOP.finding(at, to, {"kind": kind})) if is_edit else None
    if start < 0 or end < 0:
        return lambda at, to: M2_NEGATIVE_OFFSET.finding(at, to, {})
    if start > end:
        return _backwards(start, end, length)
    return _outside(annotation, start, end, length)


def _noop(at: int, to: int) -> Finding:
    return M2_NOOP_OFFSETS.finding(at, to, {}, (Edit(at, to, "-1 -1"),))


def _backwards(start: int, end: int, length: int) -> _Problem:
    message = M2_BACKWARDS if start <= length else M2_BACKWARDS_BEYOND
    return lambda at, to: message.finding(
        at, to, {"start": str(start), "end": str(end)}, (Edit(at, to, f"{end} {start}"),)
    )


def _outside(annotation: AnnotationLine, start: int, end: int, length: int) -> _Problem | None:
    if end > length:
        tokens = quantity(length, "token")
        return lambda at, to: M2_BEYOND_SENTENCE.finding(at, to, {"tokens": tokens, "end": str(end)})
    if start == end and not any(annotation.alternatives) and len(annotation.texts) > 2:
        return lambda at, to: M2_EMPTY_EDIT.finding(at, to, {"start": str(start), "end": str(end)})
    return None


_NOOP = "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{annotator}"


def edit_findings(unit: GoldUnit, block: Block) -> Iterator[Finding]:
    """Yield findings on noops next to edits, and on useless, repeated, overlapping and unsorted edits."""
    for annotator, annotations in _by_annotator(block).items():
        edits = [
            annotation
            for annotation in annotations
            if not annotation.is_noop and _is_placed(block, annotation)
        ]
        if edits:
            related = (_place(unit, edits[0], "the annotator's first edit"),)
            for noop in (annotation for annotation in annotations if annotation.is_noop):
                yield _removable(M2_NOOP_WITH_EDITS, noop, annotator, related)
        for edit in edits:
            yield from _unchanged(block, edit, annotator, is_only=len(annotations) == 1)
        yield from _pair_findings(unit, block, edits, annotator)
        yield from _unsorted(unit, edits, annotator)


def _unchanged(block: Block, edit: AnnotationLine, annotator: int, *, is_only: bool) -> Iterator[Finding]:
    """Yield a finding on an edit that changes nothing, or on each alternative that changes nothing.

    If it is the annotator's only edit, the fix replaces it with a noop.
    """
    before = block.words[slice(*_offsets(edit))]
    same = [before == alternative.split() for alternative in edit.alternatives] if before else []
    if same and all(same):
        line = edit.line
        noop = Edit(line.start, line.end, _NOOP.format(annotator=annotator))
        yield M2_NO_CHANGE.finding(
            line.start,
            line.end,
            {"words": " ".join(before), "repair": "write a noop" if is_only else "remove the line"},
            (noop if is_only else Edit(line.start, line.next, ""),),
        )
    elif any(same):
        start = edit.fields[2].start
        for text, is_same in zip(edit.texts[2].split("||"), same, strict=True):
            if is_same:
                yield M2_UNCHANGED_ALTERNATIVE.finding(start, start + len(text), {"words": " ".join(before)})
            start += len(text) + 2


def _unsorted(unit: GoldUnit, edits: list[AnnotationLine], annotator: int) -> Iterator[Finding]:
    """Yield a finding on the first edit that follows an edit with a later range."""
    for before, edit in pairwise(edits):
        if _offsets(edit) < _offsets(before):
            field, (start, end) = edit.fields[0], _offsets(before)
            arguments: OfEarlier = {"annotator": str(annotator), "start": str(start), "end": str(end)}
            yield M2_UNSORTED.finding(
                field.start,
                field.end,
                arguments,
                tuple(_sorting(edits)),
                (_place(unit, before, "the edit at a later position"),),
            )
            return


def _sorting(edits: list[AnnotationLine]) -> Iterator[Edit]:
    """Yield the edits that sort the lines of an annotator; other annotators' lines keep their positions."""
    for edit, other in zip(edits, sorted(edits, key=_offsets), strict=True):
        if edit is not other:
            yield Edit(edit.line.start, edit.line.end, other.line.text)


class _ChangedTokens:
    """The first edit that changes each token, spans each gap, or inserts at each place."""

    def __init__(self) -> None:
        self._tokens: dict[int, AnnotationLine] = {}
        self._inner: dict[int, AnnotationLine] = {}
        self._insertions: dict[int, AnnotationLine] = {}

    def taken_by(self, start: int, end: int) -> AnnotationLine | None:
        """Return the earlier edit that overlaps an edit of these tokens (both change the same token, or one
        inserts inside the other); None if there is none.

        Insertions at the same place do not overlap.
        """
        if start == end:
            return self._inner.get(start)
        tokens = map(self._tokens.get, range(start, end))
        gaps = map(self._insertions.get, range(start + 1, end))
        return next((each for each in chain(tokens, gaps) if each is not None), None)

    def add(self, edit: AnnotationLine) -> None:
        """Add an edit."""
        start, end = _offsets(edit)
        if start == end:
            self._insertions.setdefault(start, edit)
        for token in range(start, end):
            self._tokens.setdefault(token, edit)
        for gap in range(start + 1, end):
            self._inner.setdefault(gap, edit)


def _pair_findings(
    unit: GoldUnit, block: Block, edits: list[AnnotationLine], annotator: int
) -> Iterator[Finding]:
    """Yield a finding for each edit that repeats or overlaps an earlier edit."""
    taken, seen = _ChangedTokens(), dict[object, AnnotationLine]()
    for edit in edits:
        meaning = _offsets(edit), frozenset(edit.alternatives)
        other, same = taken.taken_by(*_offsets(edit)), seen.setdefault(meaning, edit)
        taken.add(edit)
        if same is not edit:
            yield _removable(M2_DUPLICATE_EDIT, edit, annotator, (_place(unit, same, "the same edit"),))
        elif other is not None:
            words = " ".join(block.words[slice(*_offsets(edit))])
            field = edit.fields[0]
            yield M2_OVERLAP.finding(
                field.start,
                field.end,
                {"annotator": str(annotator), "what": repr(words) if words else "this position"},
                related=(_place(unit, other, "the edit that it overlaps"),),
            )


def _place(unit: GoldUnit, edit: AnnotationLine, message: str) -> Related:
    """Return the line of another edit."""
    return Related(unit, edit.line.start, edit.line.end, message)


def _by_annotator(block: Block) -> dict[int, list[AnnotationLine]]:
    found: dict[int, list[AnnotationLine]] = {}
    for annotation in block.annotations:
        if annotation.annotator is not None and len(annotation.texts) >= FIELDS:
            found.setdefault(annotation.annotator, []).append(annotation)
    return found


def _is_placed(block: Block, annotation: AnnotationLine) -> bool:
    return annotation.edit(len(block.words), 0) is not None


def _offsets(annotation: AnnotationLine) -> tuple[int, int]:
    return annotation.offsets or (0, 0)


def _removable(
    rule: TypedRule[OfAnnotator],
    annotation: AnnotationLine,
    annotator: int,
    related: tuple[Related, ...] = (),
) -> Finding:
    line = annotation.line
    edit = Edit(line.start, line.next, "")
    return rule.finding(line.start, line.end, {"annotator": str(annotator)}, (edit,), related)


def findings_of(unit: GoldUnit) -> tuple[Finding, ...]:
    """Return the findings in a unit of a gold file, in the order of their kinds."""
    return tuple(_findings(unit, unit.block()))


def _findings(unit: GoldUnit, block: Block) -> Iterator[Finding]:
    yield from _line_findings(block)
    for annotation in block.annotations:
        yield from _annotation_findings(annotation, len(block.words))
    yield from edit_findings(unit, block)


def _line_findings(block: Block) -> Iterator[Finding]:
    if not block.lines:
        return
    own = {line.start for line in annotation_lines(block.lines)}
    has_source = is_source(block.lines[0].text)
    if has_source and block.lines[0].text[1:2] != " ":
        line, end = block.lines[0], min(2, len(block.lines[0].text))
        yield M2_NO_BLANK_BEHIND_S.finding(line.start, line.end, {}, (Edit(1, end, " "),))
    for line in block.lines[1:] if has_source else block.lines:
        finding = _line_finding(line, belongs=line.start in own, has_source=has_source)
        if finding is not None:
            yield finding


def _line_finding(line: BlockLine, *, belongs: bool, has_source: bool) -> Finding | None:
    """Return the finding on a line other than a block's first."""
    if belongs or not line.text or is_skipped(line.text):
        return None
    if not line.text.strip():
        edit = Edit(line.start, line.end, "")
        return M2_LINE_OF_BLANKS.finding(line.start, line.end, {}, (edit,))
    if not is_annotation(line.text):
        return M2_LINE.finding(line.start, line.end, {})
    message = M2_BEHIND_SENTENCE if has_source else M2_NO_SENTENCE
    return message.finding(line.start, line.end, {})


def _annotation_findings(annotation: AnnotationLine, length: int) -> Iterator[Finding]:
    count, line = len(annotation.texts), annotation.line
    if count != FIELDS:
        message = M2_FIELDS if count < FIELDS else M2_MORE_FIELDS
        yield message.finding(line.start, line.end, {"fields": quantity(count, "field")})
    finding = offset_finding(annotation, length)
    if finding is not None:
        yield finding
    if count == FIELDS and annotation.annotator is None:
        field = annotation.fields[FIELDS - 1]
        found = repr(field.text.strip()) if field.text.strip() else "nothing"
        place = (field.start, field.end) if field.text else (line.start, line.end)
        yield M2_ANNOTATOR.finding(*place, {"found": found})


_SOURCE_LINE = re.compile(r"S(?<=[\n\r]S)(?=\s|\Z)")
"""The pattern begins with the letter S and looks back, because searching for a letter is much faster."""


class _GoldLanguageFields(NamedTuple):
    role: Role = Role.KEY
    name: str = "m2"
    lookahead: int = 2
    holds: str = "gold"
    propose: Propose | None = None


class GoldLanguage(_GoldLanguageFields, Language):
    """Gold files: a unit starts at each `S` line.

    `holds` makes the language another value than that of output; `propose` returns the edits that editors
    offer at a mark of a response in this format.
    """

    __slots__ = ()

    def suspects(self, units: Sequence[GoldUnit]) -> Sequence[GoldUnit]:
        """Return the blocks with a line that may be invalid."""
        return [unit for unit in units if unit.may_lose]

    def boundaries(self, text: str) -> list[int]:
        """Return the offsets where `S` lines start."""
        return [found.start() for found in _SOURCE_LINE.finditer(text)]

    def read(self, text: str) -> GoldUnit:
        """Return a block with its findings."""
        return GoldUnit(text, findings_of, self.propose)

    def compare_neighbours(self, before: GoldUnit, unit: GoldUnit) -> tuple[Finding, ...]:
        """Return a finding if there is no empty line between two sentences."""
        if before.document is None or unit.document is None:
            return ()
        return unparted(before.text, unit.text)


class _SentenceLanguageFields(NamedTuple):
    role: Role = Role.RESPONSE
    name: str = "m2"
    lookahead: int = 2
    holds: str = "output"


class SentenceLanguage(_SentenceLanguageFields, Language):
    """System output, in which a unit is a line; `holds` has the same purpose as in `GoldLanguage`."""

    __slots__ = ()

    def boundaries(self, text: str) -> list[int]:
        """Return the offsets where lines start."""
        return [start for start in line_starts(text)[1:] if start < len(text)]

    def read(self, text: str) -> SentenceUnit:
        """Return a sentence."""
        return SentenceUnit(text)


def language(role: Role) -> GoldLanguage | SentenceLanguage:
    """Return the language of files in that role: system output for a response, otherwise gold."""
    return SentenceLanguage() if role in (Role.RESPONSE, Role.TEXTS) else GoldLanguage(role)


def unparted(before: str, block: str) -> tuple[Finding, ...]:
    """Return a finding on the first line of a block if no empty line separates it from the previous block."""
    line_end = "\r\n" if before.endswith("\r\n") else before[-1:]
    lines = before.removesuffix(line_end)
    if not lines[max(lines.rfind("\n"), lines.rfind("\r")) + 1 :].strip():
        return ()
    first = LINE_END.search(block)
    return (
        M2_NO_EMPTY_LINE.finding(
            0,
            first.start() if first else len(block),
            {},
            (Edit(0, 0, line_end),),
        ),
    )


NEARBY = 4
"""The number of lines before and after a place that determine on which side the cut is."""

EXACTLY = 200
"""If there are at most this many places, every place is examined."""


def compare_order(
    units: Sequence[SentenceUnit], references: Sequence[GoldUnit]
) -> tuple[int, Finding] | None:
    """Return the index of the first line out of step, with a finding; None if the numbers of lines are equal.

    Lines before the cut are matched with sentences counted from the start, and lines after it with sentences
    counted from the end. The cut is the place with the greatest agreement of tokens; ties go to the latest.
    """
    lines, sentences = len(units), len(references)
    if lines == sentences or not units:
        return None
    shorter = min(lines, sentences)

    def gain(at: int) -> float:
        """Return how much better a line matches the sentence counted from the start than the one counted
        from the end.
        """
        behind = _agreement(units[at + lines - shorter], references[at + sentences - shorter])
        return _agreement(units[at], references[at]) - behind

    return _finding(units, lines, sentences, _cut(gain, shorter))


def _cut(gain: Callable[[int], float], count: int) -> int:
    """Return the place with the greatest sum of gains before it; in long files, the search uses bisection."""
    first, last = 0, count
    while last - first > EXACTLY:
        middle = (first + last) // 2
        if sum(map(gain, range(middle - NEARBY, middle + NEARBY))) >= 0:
            first = middle - NEARBY
        else:
            last = middle + NEARBY
    sums = accumulate(map(gain, range(first, last)), initial=0.0)
    return first + max(enumerate(sums), key=lambda pair: (pair[1], pair[0]))[0]


def _finding(units: Sequence[SentenceUnit], lines: int, sentences: int, at: int) -> tuple[int, Finding]:
    if _is_gold(units):
        index = 0
        place = "this is an M2 file; use the task m2-edits to compare the edits of two M2 files"
    elif lines > sentences:
        index, place = at, f"line {at + 1} is the first without a sentence"
    elif at < lines:
        index, place = at, f"line {at + 1} is the first out of step: sentence {at + 1} has no line"
    else:
        index, place = lines - 1, f"sentence {lines + 1} is the first without a line"
    text = units[index].text.rstrip("\r\n")
    return index, M2_LINE_COUNT.finding(
        0,
        len(text),
        {
            "lines": quantity(lines, "line"),
            "sentences": quantity(sentences, "sentence"),
            "place": place,
        },
    )


def _is_gold(units: Sequence[SentenceUnit]) -> bool:
    """Return whether the first lines are an M2 sentence and an M2 edit."""
    first, second = (unit.text for unit in (*units[:2], *units[:1])[:2])
    return first.startswith("S ") and re.match(r"A -?[0-9]+ -?[0-9]+\|\|\|", second) is not None


def _agreement(unit: SentenceUnit, reference: GoldUnit) -> float:
    """Return the share of tokens that a line and a sentence have in common."""
    words, others = set(unit.text.split()), set(reference.source_words())
    return len(words & others) / (len(words | others) or 1)
