"""The changes that make a sentence of system output as the gold file has it."""

from collections.abc import Sequence

from keytally.evaluations.interface import Mark
from keytally.evaluations.m2.formats.gold import Block
from keytally.evaluations.m2.formats.tokens import M2Token, stretch
from keytally.evaluations.presentation import Proposal
from keytally.findings.finding import Edit


def taken_back(text: str, mark: Mark, source: str) -> Proposal:
    """The source's tokens in the place of a spurious edit."""
    return Proposal(f"Undo {mark.subject}", _written(text, mark.start, mark.end, source), drops=True)


def made(text: str, tokens: Sequence[M2Token], mark: Mark, block: Block, line: int) -> Proposal | None:
    """The first correction of the annotation at an offset of the block, which the sentence lacks.

    None where the sentence has other tokens there than the source.
    """
    annotation = next((each for each in block.annotations if each.line.start == line), None)
    if annotation is None or annotation.offsets is None:
        return None
    start, end = annotation.offsets
    first = sum(token.end <= mark.start for token in tokens)
    last = first + end - start
    if [token.text for token in tokens[first:last]] != block.words[start:end]:
        return None
    place = stretch(list(tokens), first, last, 0)
    return Proposal(f"Make {mark.subject}", _written(text, *place, annotation.alternatives[0]))


def _written(text: str, start: int, end: int, wanted: str) -> Edit:
    """The edit that puts tokens at a place, with one blank between them and their neighbours."""
    before, behind = text[:start].rstrip(" "), text[end:].lstrip(" ")
    has_left, has_right = bool(before), bool(behind.strip())
    if wanted and start < end:
        return Edit(start, end, wanted)
    if wanted:
        return Edit(start, end, f" {wanted}" if has_left else f"{wanted} " if has_right else wanted)
    return Edit(len(before), end, "") if has_left else Edit(start, len(text) - len(behind), "")
