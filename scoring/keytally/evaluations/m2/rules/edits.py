"""Rules for the edits of one annotator together."""

from collections.abc import Iterator

from keytally.evaluations.m2.formats.gold import FIELDS, Annotation, Block
from keytally.findings.finding import Edit, Finding
from keytally.findings.messages import TypedRule
from keytally.findings.table.m2 import M2_DUPLICATE_EDIT, M2_NOOP_WITH_EDITS, M2_OVERLAP, OfAnnotator


def edit_findings(block: Block) -> Iterator[Finding]:
    """Noops beside edits, repeated edits, and edits that change the same tokens."""
    for annotator, annotations in _by_annotator(block).items():
        edits = [each for each in annotations if not each.is_noop and _is_placed(block, each)]
        if edits:
            for noop in (each for each in annotations if each.is_noop):
                yield _removable(M2_NOOP_WITH_EDITS, noop, annotator)
        yield from _pair_findings(block, edits, annotator)


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
