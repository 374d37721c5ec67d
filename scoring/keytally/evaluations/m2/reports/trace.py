"""The lines that `--very_verbose` prints about a sentence: tables, lattice, weights and paths."""

from collections.abc import Iterable, Iterator, Sequence

from keytally.evaluations.m2.options import M2Mode, M2Options
from keytally.evaluations.m2.reports.sentence_lines import printed_gold
from keytally.evaluations.m2.scoring.closure import Arc, ArcEdit, Closure
from keytally.evaluations.m2.scoring.lattice import (
    DELETION,
    INSERTION,
    KEPT,
    SUBSTITUTION,
    Columns,
    Vertex,
    columns_of,
    distances,
    tables,
)
from keytally.evaluations.m2.scoring.program import weigh
from keytally.evaluations.m2.scoring.result import Comparison, Detail
from keytally.evaluations.m2.scoring.shortest_ways import SUBSTITUTION_COSTS

MOST_OF_SENTENCE = 4_000_000
"""The characters of the lines about one sentence; 120 tokens with the usual number of edits need fewer."""

MOST_OF_ALL = 256_000_000
"""The characters of the lines about all sentences."""

MOST_TABLE_CELLS = 20_000
"""Larger tables of edit distance are not printed: they alone would be more than that."""

STEPS = ((1, 1), (1, 0), (0, 1))
"""The moves from a cell back to the previous one, in the order in which the programs print them."""


def traces(details: Iterable[Detail], options: M2Options) -> Iterator[str]:
    """The lines of all sentences. What is longer than the limits is cut off at a line, and a line says so."""
    left = MOST_OF_ALL
    for number, detail in enumerate(details, 1):
        if left <= 0:
            most = f"{MOST_OF_ALL:,} characters are the most"
            yield f"... from sentence {number} on the lines are left out: {most}"
            return
        for line in _cut(sentence_trace(detail, options), number):
            left -= len(line) + 1
            yield line


def _cut(lines: Iterable[str], number: int) -> Iterator[str]:
    """The lines of a sentence up to the limit."""
    left = MOST_OF_SENTENCE
    for line in lines:
        left -= len(line) + 1
        if left < 0:
            most = f"{MOST_OF_SENTENCE:,} characters are the most for one"
            yield f"... the rest of the lines about sentence {number} is left out: {most}"
            return
        yield line


def sentence_trace(detail: Detail, options: M2Options) -> Iterator[str]:
    """All lines for a sentence; the document's mode shows the lattice of the later head."""
    shifted = options.mode is M2Mode.RELEASE
    closure = Closure(detail.source, detail.hypothesis, options.max_unchanged_words, shifted=shifted)
    order = list(dict.fromkeys((*_found_order(closure), *closure.distances)))
    if len(closure.source) * len(closure.hypothesis) <= MOST_TABLE_CELLS:
        yield from _table_lines(closure)
    else:
        yield f"... the tables are left out: they have more than {MOST_TABLE_CELLS:,} cells"
    yield f"edits (w/o transitive arcs): {_described(closure, order, closure.single_edits)}"
    if closure.is_whole:
        yield from _addition_lines(closure)
    yield "-- Remove transitive noop arcs --"
    yield from (f" remove noop arc v_i -> vj: {arc}" for arc in closure.removed)
    for comparison in detail.comparisons:
        yield from _annotator_lines(closure, order, detail, comparison, joined=shifted)


def _described(
    closure: Closure, order: Iterable[Arc], edits: dict[Arc, ArcEdit]
) -> dict[Arc, tuple[str, int, int, str, str, int]]:
    return {arc: closure.described(arc, edits[arc]) for arc in order if arc in edits}


def _found_order(closure: Closure) -> Iterator[Arc]:
    """The steps of both tables in the order in which the programs find them."""
    end = len(closure.source), len(closure.hypothesis)
    for table in tables(closure.source, closure.hypothesis):
        yield from _breadth_first([columns_of(steps) for steps in table], end)


def _breadth_first(rows: Sequence[Columns], end: Vertex) -> Iterator[Arc]:
    """The steps of a table from its end backwards, in breadth-first order."""
    met = {end: None}
    waiting = [end]
    for vertex in waiting:
        row, column = vertex
        steps = rows[row].get(column, 0)
        for bit, before in (
            (KEPT | SUBSTITUTION, (row - 1, column - 1)),
            (DELETION, (row - 1, column)),
            (INSERTION, (row, column - 1)),
        ):
            if steps & bit:
                yield before, vertex
                if before not in met:
                    met[before] = None
                    waiting.append(before)


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
    """The search for arcs in a row: each triple of vertices that the programs examine."""
    yield "-- Add transitive arcs --"
    for middle in closure.vertices:
        yield f"v _k : {middle}"
        for start in closure.vertices:
            yield f"v _i : {start}"
            if (start, middle) not in closure.distances:
                continue
            for end in closure.vertices:
                yield f"v _j : {end}"
                edit = closure.additions.get((middle, start, end))
                if edit is not None:
                    yield f" add new arcs v_i -> v_j: {closure.described((start, end), edit)}"


def _annotator_lines(
    closure: Closure, order: Sequence[Arc], detail: Detail, comparison: Comparison, *, joined: bool
) -> Iterator[str]:
    """The lines for an annotator; release 3.2 prints the first two of them as one (`joined`)."""
    weighed = weigh(closure, comparison.gold)
    heading = (
        "set weights of edges()",
        f"gold edits : {[printed_gold(detail, edit) for edit in comparison.gold]}",
    )
    yield from [" ".join(heading)] if joined else heading
    for arc, gold in weighed.visits:
        yield f"set weights of edge {arc}"
        yield f"edit  = {closure.described(arc, closure.edits[arc])}"
        if gold is not None:
            yield f"matched gold edit : {printed_gold(detail, gold)}"
            yield f"set weight to : {-len(closure.arcs)}"
    yield "Graph(V,E) = "
    yield f"V = {closure.vertices}"
    yield f"E = {closure.arcs}"
    yield f"edits (with transitive arcs): {_described(closure, order, closure.edits)}"
    weights = {arc: weighed.weights[arc] for arc in order}
    yield f"dist() = {weights}"
    if comparison.path is not None:
        yield f"viterbi path = {[edit.described for edit in reversed(comparison.path.whole)]}"
