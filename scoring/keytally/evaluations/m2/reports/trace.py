"""The lines that `--very_verbose` prints about a sentence: tables, lattice, weights and paths."""

from collections.abc import Iterator

from keytally.evaluations.m2.options import Choices
from keytally.evaluations.m2.reports.sentence_lines import printed_gold
from keytally.evaluations.m2.scoring.closure import Addition, Arc, ArcEdit, Closure
from keytally.evaluations.m2.scoring.lattice import MOST_CELLS, distances
from keytally.evaluations.m2.scoring.program import weigh
from keytally.evaluations.m2.scoring.result import Comparison, Detail
from keytally.evaluations.m2.scoring.shortest_ways import SUBSTITUTION_COSTS

STEPS = ((1, 1), (1, 0), (0, 1))
"""From a cell back to where a step comes from, in the order in which the programs name them."""


def sentence_trace(detail: Detail, choices: Choices) -> Iterator[str]:
    """All that is printed for a sentence; in the document's mode the lattice of the later head is shown."""
    closure = detail.closure or Closure(
        detail.source, detail.hypothesis, choices.max_unchanged_words, shifted=False
    )
    if len(closure.source) * len(closure.hypothesis) <= MOST_CELLS:
        yield from _table_lines(closure)
    yield f"edits (w/o transitive arcs): {_described(closure, closure.single_edits)}"
    if closure.is_whole:
        yield from _addition_lines(closure)
    yield "-- Remove transitive noop arcs --"
    yield from (f" remove noop arc v_i -> vj: {arc}" for arc in closure.removed)
    for comparison in detail.comparisons:
        yield from _annotator_lines(closure, detail, comparison)


def _described(closure: Closure, edits: dict[Arc, ArcEdit]) -> dict[Arc, tuple[str, int, int, str, str, int]]:
    return {arc: closure.described(arc, edit) for arc, edit in edits.items()}


def _table_lines(closure: Closure) -> Iterator[str]:
    source, hypothesis = list(closure.source), list(closure.hypothesis)
    tables = [distances(source, hypothesis, cost) for cost in SUBSTITUTION_COSTS]
    for number, table in enumerate(tables, 1):
        yield f"edit matrix {number}: {table}"
    for number, (table, cost) in enumerate(zip(tables, SUBSTITUTION_COSTS, strict=True), 1):
        yield f"backpointers {number}: {_backpointers(closure, table, cost)}"


def _backpointers(closure: Closure, table: list[list[int]], cost: int) -> dict[object, list[object]]:
    """The steps into every cell, those of the borders first."""
    rows, columns = len(table), len(table[0])
    cells = [
        *((row, 0) for row in range(1, rows)),
        *((0, column) for column in range(1, columns)),
        *((row, column) for row in range(1, rows) for column in range(1, columns)),
    ]
    return {cell: list(_steps_back(closure, table, cost, *cell)) for cell in cells}


def _steps_back(
    closure: Closure, table: list[list[int]], cost: int, row: int, column: int
) -> Iterator[object]:
    for rows, columns in STEPS:
        before = row - rows, column - columns
        if min(before) < 0:
            continue
        arc = before, (row, column)
        edit = closure.step(arc)
        price = {"sub": cost, "noop": 0}.get(edit.kind, 1)
        if table[before[0]][before[1]] + price == table[row][column]:
            yield before, closure.described(arc, edit)


def _addition_lines(closure: Closure) -> Iterator[str]:
    """The search for arcs in a row: each triple of vertices that the programs look at."""
    yield "-- Add transitive arcs --"
    for middle in closure.vertices:
        yield f"v _k : {middle}"
        for start in closure.vertices:
            yield f"v _i : {start}"
            if (start, middle) not in closure.distances:
                continue
            for end in closure.vertices:
                yield f"v _j : {end}"
                edit = closure.additions.get(Addition(middle, start, end))
                if edit is not None:
                    yield f" add new arcs v_i -> v_j: {closure.described((start, end), edit)}"


def _annotator_lines(closure: Closure, detail: Detail, comparison: Comparison) -> Iterator[str]:
    weighed = weigh(closure, comparison.gold)
    yield "set weights of edges()"
    yield f"gold edits : {[printed_gold(detail, edit) for edit in comparison.gold]}"
    for arc, gold in weighed.visits:
        yield f"set weights of edge {arc}"
        yield f"edit  = {closure.described(arc, closure.edits[arc])}"
        if gold is not None:
            yield f"matched gold edit : {printed_gold(detail, gold)}"
            yield f"set weight to : {-len(closure.arcs)}"
    yield "Graph(V,E) = "
    yield f"V = {closure.vertices}"
    yield f"E = {closure.arcs}"
    yield f"edits (with transitive arcs): {_described(closure, closure.edits)}"
    yield f"dist() = {weighed.weights}"
    if comparison.path is not None:
        yield f"viterbi path = {[edit.described for edit in reversed(comparison.path.whole)]}"
