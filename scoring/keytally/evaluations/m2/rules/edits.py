"""Rules for the edits of one annotator together."""

from collections.abc import Iterator
from itertools import pairwise

from keytally.evaluations.m2.formats.gold import FIELDS, Annotation, Block
from keytally.findings.finding import Edit, Finding
from keytally.findings.messages import TypedRule
from keytally.findings.table.m2 import (
    M2_DUPLICATE_EDIT,
    M2_NO_CHANGE,
    M2_NOOP_WITH_EDITS,
    M2_OVERLAP,
    M2_UNCHANGED_ALTERNATIVE,
    M2_UNSORTED,
    OfAnnotator,
    OfEarlier,
)

_NOOP = "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{annotator}"


def edit_findings(block: Block) -> Iterator[Finding]:
    """Noops beside edits; edits that change nothing, repeat or overlap others, or are out of order."""
    for annotator, annotations in _by_annotator(block).items():
        edits = [each for each in annotations if not each.is_noop and _is_placed(block, each)]
        if edits:
            for noop in (each for each in annotations if each.is_noop):
                yield _removable(M2_NOOP_WITH_EDITS, noop, annotator)
        for edit in edits:
            yield from _unchanged(block, edit, annotator, is_only=len(annotations) == 1)
        yield from _pair_findings(block, edits, annotator)
        yield from _unsorted(edits, annotator)


def _unchanged(block: Block, edit: Annotation, annotator: int, *, is_only: bool) -> Iterator[Finding]:
    """A finding on an edit that puts what stands there already, or on each alternative that does.

    Without the edit an annotator may have none, and that is said by a noop.
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


def _unsorted(edits: list[Annotation], annotator: int) -> Iterator[Finding]:
    """A finding on the first edit that stands behind one of a later place."""
    for before, edit in pairwise(edits):
        if _offsets(edit) < _offsets(before):
            field, (start, end) = edit.fields[0], _offsets(before)
            arguments: OfEarlier = {"annotator": str(annotator), "start": str(start), "end": str(end)}
            yield M2_UNSORTED.finding(field.start, field.end, arguments, tuple(_sorting(edits)))
            return


def _sorting(edits: list[Annotation]) -> Iterator[Edit]:
    """The edits that sort an annotator's lines, on the places that they have; others stay between them."""
    for edit, other in zip(edits, sorted(edits, key=_offsets), strict=True):
        if edit is not other:
            yield Edit(edit.line.start, edit.line.end, other.line.text)


class _ChangedTokens:
    """The tokens that earlier edits change, and the gaps within edits and at insertions."""

    def __init__(self) -> None:
        self._tokens: set[int] = set()
        self._inner: set[int] = set()
        self._insertions: set[int] = set()

    def overlaps(self, start: int, end: int) -> bool:
        """Whether an edit shares a token with an earlier one, or one inserts within the other.

        Insertions at one place do not overlap.
        """
        if start == end:
            return start in self._inner
        gaps = range(start + 1, end)
        return not (self._tokens.isdisjoint(range(start, end)) and self._insertions.isdisjoint(gaps))

    def add(self, start: int, end: int) -> None:
        """Add an edit."""
        if start == end:
            self._insertions.add(start)
        self._tokens.update(range(start, end))
        self._inner.update(range(start + 1, end))


def _pair_findings(block: Block, edits: list[Annotation], annotator: int) -> Iterator[Finding]:
    """One finding an edit: it repeats or overlaps an earlier one."""
    taken, seen = _ChangedTokens(), set()
    for edit in edits:
        offsets = _offsets(edit)
        meaning = offsets, frozenset(edit.alternatives)
        overlaps, is_known = taken.overlaps(*offsets), meaning in seen
        taken.add(*offsets)
        seen.add(meaning)
        if is_known:
            yield _removable(M2_DUPLICATE_EDIT, edit, annotator)
        elif overlaps:
            words = " ".join(block.words[slice(*_offsets(edit))])
            field = edit.fields[0]
            yield M2_OVERLAP.finding(
                field.start,
                field.end,
                {"annotator": str(annotator), "what": repr(words) if words else "this place"},
            )


def _by_annotator(block: Block) -> dict[int, list[Annotation]]:
    found: dict[int, list[Annotation]] = {}
    for annotation in block.annotations:
        if annotation.annotator is not None and len(annotation.texts) >= FIELDS:
            found.setdefault(annotation.annotator, []).append(annotation)
    return found


def _is_placed(block: Block, annotation: Annotation) -> bool:
    return annotation.edit(len(block.words), 0) is not None


def _offsets(annotation: Annotation) -> tuple[int, int]:
    return annotation.offsets or (0, 0)


def _removable(rule: TypedRule[OfAnnotator], annotation: Annotation, annotator: int) -> Finding:
    line = annotation.line
    edit = Edit(line.start, line.next, "")
    return rule.finding(line.start, line.end, {"annotator": str(annotator)}, (edit,))
