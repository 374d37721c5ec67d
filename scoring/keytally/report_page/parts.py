"""The parts of a score: its classes, slots, types and sections, from the JSON of the score."""

from collections.abc import Iterator, Mapping
from typing import Any

from keytally.evaluations.interface import Evaluation
from keytally.report_page.values import Figure, Part, TallyRow
from keytally.tallies.tally_trees import f_of, part_of

PARTS = {"class": "Classes", "slot": "Slots", "type": "Types", "section": "Sections"}
"""The parts that are shown, with their titles."""


def parts_of(evaluation: Evaluation, report: Mapping[str, Any], totals: Mapping[str, Any]) -> list[Part]:
    """The parts that a score has; those whose tallies are not like the totals are left out."""
    found = (
        Part(title, list(_rows(evaluation, part_of(report, part), totals))) for part, title in PARTS.items()
    )
    return [part for part in found if part.rows]


def _rows(
    evaluation: Evaluation, tree: Mapping[str, Any], totals: Mapping[str, Any], names: tuple[str, ...] = ()
) -> Iterator[TallyRow]:
    """The tallies of a tree that count something, by the names that lead to them."""
    for name, below in tree.items():
        if not isinstance(below, Mapping):
            continue
        path = (*names, name)
        if totals.keys() <= below.keys():
            figures = [Figure(*figure) for figure in evaluation.figures(below)]
            if (f := f_of(below)) is not None:
                yield TallyRow(" ".join(path), figures, f)
        else:
            yield from _rows(evaluation, below, totals, path)
