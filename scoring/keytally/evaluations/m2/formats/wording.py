"""Edits in words."""

from collections.abc import Callable, Sequence

from keytally.evaluations.m2.formats.gold import Annotation, Block
from keytally.text.markdown import code, prose

LONGEST = 60


def shortened(text: str) -> str:
    """A text short enough for an outline."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def replaced(before: Sequence[str], after: Sequence[str]) -> str:
    """`at → on`; the other side of an insertion or a deletion is an ε."""
    return f"{' '.join(before) or 'ε'} → {' '.join(after) or 'ε'}"


def described(block: Block, annotation: Annotation) -> str:
    """The correction of an annotation as Markdown: `at → on` Prep, annotator 0."""
    return _in_words(block, annotation, code, prose)


def titled(block: Block, annotation: Annotation) -> str:
    """The correction of an annotation as plain text."""
    return _in_words(block, annotation, str, str)


def _in_words(
    block: Block, annotation: Annotation, as_code: Callable[[str], str], as_prose: Callable[[str], str]
) -> str:
    annotator = "" if annotation.annotator is None else f", annotator {annotation.annotator}"
    if annotation.is_noop:
        return f"nothing to change{annotator}"
    if annotation.offsets is None:
        return f"an edit without offsets{annotator}"
    start, end = annotation.offsets
    before = block.words[max(start, 0) : max(end, 0)]
    choices = " or ".join(each or "ε" for each in annotation.alternatives)
    return f"{as_code(replaced(before, choices.split()))} {as_prose(annotation.kind)}{annotator}"
