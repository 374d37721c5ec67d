"""Edits in words."""

from collections.abc import Sequence

from keytally.evaluations.m2.formats.gold import Annotation, Block

LONGEST = 60


def shortened(text: str) -> str:
    """A text short enough for an outline."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def replaced(before: Sequence[str], after: Sequence[str]) -> str:
    """`at → on`; the other side of an insertion or a deletion is an ε."""
    return f"{' '.join(before) or 'ε'} → {' '.join(after) or 'ε'}"


def described(block: Block, annotation: Annotation) -> str:
    """The correction of an annotation: `at → on` Prep, annotator 0."""
    annotator = "" if annotation.annotator is None else f", annotator {annotation.annotator}"
    if annotation.is_noop:
        return f"nothing to change{annotator}"
    if annotation.offsets is None:
        return f"an edit without offsets{annotator}"
    start, end = annotation.offsets
    before = block.words[max(start, 0) : max(end, 0)]
    choices = " or ".join(each or "ε" for each in annotation.alternatives)
    return f"`{replaced(before, choices.split())}` {annotation.kind}{annotator}"
