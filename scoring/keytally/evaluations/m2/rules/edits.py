"""Rules for the edits of one annotator together."""

from collections.abc import Iterator
from itertools import chain, pairwise

from keytally.evaluations.m2.formats.gold import FIELDS, Annotation, Block
from keytally.evaluations.m2.formats.unit import GoldUnit
from keytally.findings.finding import Edit, Finding, Related
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


def edit_findings(unit: GoldUnit, block: Block) -> Iterator[Finding]:
    """Noops beside edits; edits that change nothing, repeat or overlap others, or are out of order."""
    for annotator, annotations in _by_annotator(block).items():
        edits = [each for each in annotations if not each.is_noop and _is_placed(block, each)]
        if edits:
            related = (_place(unit, edits[0], "the annotator's first edit"),)
            for noop in (each for each in annotations if each.is_noop):
                yield _removable(M2_NOOP_WITH_EDITS, noop, annotator, related)
        for edit in edits:
            yield from _unchanged(block, edit, annotator, is_only=len(annotations) == 1)
        yield from _pair_findings(unit, block, edits, annotator)
        yield from _unsorted(unit, edits, annotator)


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


def _unsorted(unit: GoldUnit, edits: list[Annotation], annotator: int) -> Iterator[Finding]:
    """A finding on the first edit that stands behind one of a later place."""
    for before, edit in pairwise(edits):
        if _offsets(edit) < _offsets(before):
            field, (start, end) = edit.fields[0], _offsets(before)
            arguments: OfEarlier = {"annotator": str(annotator), "start": str(start), "end": str(end)}
            yield M2_UNSORTED.finding(
                field.start,
                field.end,
                arguments,
                tuple(_sorting(edits)),
                (_place(unit, before, "the edit of a later place"),),
            )
            return


def _sorting(edits: list[Annotation]) -> Iterator[Edit]:
    """The edits that sort an annotator's lines, on the places that they have; others stay between them."""
    for edit, other in zip(edits, sorted(edits, key=_offsets), strict=True):
        if edit is not other:
            yield Edit(edit.line.start, edit.line.end, other.line.text)


class _ChangedTokens:
    """The first edit that changes a token, has a gap within it, or inserts at a place."""

    def __init__(self) -> None:
        self._tokens: dict[int, Annotation] = {}
        self._inner: dict[int, Annotation] = {}
        self._insertions: dict[int, Annotation] = {}

    def taken_by(self, start: int, end: int) -> Annotation | None:
        """An earlier edit with which an edit shares a token, or of which one inserts within the other.

        Insertions at one place do not overlap.
        """
        if start == end:
            return self._inner.get(start)
        tokens = map(self._tokens.get, range(start, end))
        gaps = map(self._insertions.get, range(start + 1, end))
        return next((each for each in chain(tokens, gaps) if each is not None), None)

    def add(self, edit: Annotation) -> None:
        """Add an edit."""
        start, end = _offsets(edit)
        if start == end:
            self._insertions.setdefault(start, edit)
        for token in range(start, end):
            self._tokens.setdefault(token, edit)
        for gap in range(start + 1, end):
            self._inner.setdefault(gap, edit)


def _pair_findings(
    unit: GoldUnit, block: Block, edits: list[Annotation], annotator: int
) -> Iterator[Finding]:
    """One finding an edit: it repeats or overlaps an earlier one."""
    taken, seen = _ChangedTokens(), dict[object, Annotation]()
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
                {"annotator": str(annotator), "what": repr(words) if words else "this place"},
                related=(_place(unit, other, "the edit that it overlaps"),),
            )


def _place(unit: GoldUnit, edit: Annotation, message: str) -> Related:
    """The line of another edit."""
    return Related(unit, edit.line.start, edit.line.end, message)


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


def _removable(
    rule: TypedRule[OfAnnotator], annotation: Annotation, annotator: int, related: tuple[Related, ...] = ()
) -> Finding:
    line = annotation.line
    edit = Edit(line.start, line.next, "")
    return rule.finding(line.start, line.end, {"annotator": str(annotator)}, (edit,), related)
