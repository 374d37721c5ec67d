"""The lines by which annotators say that they change nothing of a sentence."""

from collections.abc import Iterator, Sequence

from keytally.evaluations import annotated
from keytally.evaluations.m2.annotations.edits import ranks_of, says_nothing
from keytally.evaluations.m2.formats.gold import NOOP
from keytally.evaluations.m2.formats.unit import GoldUnit


def nothing_said(files: Sequence[Sequence[GoldUnit]]) -> list[annotated.Annotation]:
    """The noops of a sentence by annotators who are in all files; each as the first file has it."""
    common = set.intersection(*(set(_annotators(units)) for units in files)) if files else set()
    found: dict[tuple[int, int], annotated.Annotation] = {}
    for units in files:
        for noop in _noops(units):
            number, _, _, rank = map(int, noop.place)
            if (number, rank) in common:
                found.setdefault((number, rank), noop)
    return [found[key] for key in sorted(found)]


def _annotators(units: Sequence[GoldUnit]) -> Iterator[tuple[int, int]]:
    """The annotators who say something of a sentence: the number of its unit, and theirs among them."""
    for number, unit in enumerate(units):
        yield from ((number, rank) for rank in ranks_of(unit.block()).values())


def _noops(units: Sequence[GoldUnit]) -> Iterator[annotated.Annotation]:
    for number, unit in enumerate(units):
        block = unit.block()
        ranks = ranks_of(block)
        for said in block.annotations:
            if says_nothing(said) and said.annotator is not None:
                place = (number, -1, -1, ranks[said.annotator])
                yield annotated.Annotation(unit, said.line.start, said.line.end, NOOP, "", place, (NOOP,))
