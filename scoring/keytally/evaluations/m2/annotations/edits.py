"""Edits as annotations: what a gold file says of a sentence.

The value of an edit is its type, its corrections in the order of the alphabet as `on||at`, `-NONE-` for a
deletion, and what the fourth field says unless that is REQUIRED. A place is the range of tokens, and which
annotator of the sentence makes the edit: 0 for the first one with edits or a noop, by the numbers of the
file, 1 for the next. So a file with one annotator may number them as it likes, and those of a file with
several stay apart. Lines that the scorer does not read say nothing, nor do edits that nobody can make
(`is_sound`), a noop, and an edit that repeats another one.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from keytally.evaluations import annotated
from keytally.evaluations.m2.formats.gold import FIELDS, NONE, Annotation, Block
from keytally.evaluations.m2.formats.unit import GoldUnit
from keytally.evaluations.m2.model import GoldEdit
from keytally.findings.edits import apply_edits
from keytally.findings.finding import Edit

KIND = "edit"
REQUIRED = "REQUIRED"
_SEPARATOR = "||"


class ReadEdit(NamedTuple):
    """An edit that the scorer reads, and the `A` lines that say it: the first one, then its repetitions."""

    annotator: int
    edit: GoldEdit
    lines: tuple[int, ...]


def read_edits(block: Block) -> list[ReadEdit]:
    """The edits of a sentence by annotator, in the order of their places."""
    found: dict[tuple[int, int, int, tuple[str, ...]], ReadEdit] = {}
    for annotator, edits in block.by_annotator().items():
        for edit in edits:
            if is_sound(edit):
                place = (annotator, *edit[:3])
                known = found.setdefault(place, ReadEdit(annotator, edit, ()))
                found[place] = known._replace(lines=(*known.lines, edit.line))
    return sorted(found.values(), key=lambda each: (each.annotator, each.edit[:2]))


def is_sound(edit: GoldEdit) -> bool:
    """Whether an edit can be made: it does not end before it starts, and does not insert nothing."""
    return edit.start < edit.end or (edit.is_insertion and any(edit.alternatives))


def annotations(units: Sequence[GoldUnit]) -> list[annotated.Annotation]:
    """The edits of a sentence."""
    shifts = accumulate(map(len, bare(units)), initial=0)
    numbered = enumerate(zip(units, shifts, strict=False))
    found = [each for number, (unit, shift) in numbered for each in _of_unit(unit, number, shift)]
    return sorted(found, key=lambda each: each.place)


def bare(units: Sequence[GoldUnit]) -> list[str]:
    """The text of each unit without the `A` lines of its sentence."""
    texts = []
    for unit in units:
        removed = (Edit(each.line.start, each.line.next, "") for each in unit.block().annotations)
        texts.append(apply_edits(unit.text, removed))
    return texts


def _of_unit(unit: GoldUnit, number: int, shift: int) -> Iterator[annotated.Annotation]:
    block = unit.block()
    tokens = block.tokens
    edits = read_edits(block)
    ranks = ranks_of(block)
    for annotator, edit, lines in edits:
        said = block.annotations[lines[0]]
        start, end = unit.place_of(tokens, edit.start, edit.end)
        yield annotated.Annotation(
            unit,
            said.line.start,
            said.line.end,
            KIND,
            name_of(block.words, edit.start, edit.end),
            (number, edit.start, edit.end, ranks[annotator]),
            value(said),
            extent=(shift + start, shift + end),
        )


def says_nothing(said: Annotation) -> bool:
    """Whether a line is the noop of an annotator."""
    return said.annotator is not None and len(said.texts) >= FIELDS and said.is_noop


def ranks_of(block: Block) -> dict[int, int]:
    """Which annotator of a sentence has each number of the file, counted from 0."""
    known = {each.annotator for each in read_edits(block)}
    known.update(
        each.annotator for each in block.annotations if says_nothing(each) and each.annotator is not None
    )
    return {annotator: rank for rank, annotator in enumerate(sorted(known))}


def value(said: Annotation) -> tuple[str, ...]:
    """What an `A` line says besides the place and the annotator."""
    required = said.texts[3].strip() if len(said.texts) >= FIELDS else REQUIRED
    corrections = _SEPARATOR.join(sorted({each or NONE for each in said.alternatives}))
    return (said.kind, corrections, *([required] if required not in (REQUIRED, "") else []))


def name_of(words: Sequence[str], start: int, end: int) -> str:
    """The words that an edit replaces; of an insertion, what is before it."""
    if start < end:
        return " ".join(words[start:end])
    return f"behind {words[start - 1]}" if 0 < start <= len(words) else "at the start"
