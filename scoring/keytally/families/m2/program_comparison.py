"""Compare a sentence in the same way as the reference programs, and print their `--very_verbose` trace."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from keytally.families.m2.lattice import (
    DELETION,
    INSERTION,
    KEPT,
    SUBSTITUTION,
    SUBSTITUTION_COSTS,
    Columns,
    Vertex,
    columns_of,
    distances,
    tables,
)
from keytally.families.m2.options import M2Mode, M2Options
from keytally.families.m2.programs import Arc, ArcEdit, Closure, Path, PathSearch, weigh
from keytally.families.m2.reading import EditCounts, GoldEdit, SystemEdit
from keytally.families.m2.scoring import Comparison, Detail, printed_gold


def compared_by_program(
    source: Sequence[str],
    hypothesis: Sequence[str],
    gold: Mapping[int, Sequence[GoldEdit]],
    options: M2Options,
) -> Detail:
    """Return the full comparison of a sentence by a program; `gold` contains each annotator's edits."""
    if source == hypothesis:
        unchanged = Path([], [], [])
        comparisons = [
            Comparison(each, edits, (), EditCounts(0, 0, len(edits)), unchanged)
            for each, edits in gold.items()
        ]
        return Detail(source, hypothesis, comparisons)
    shifted = options.mode is M2Mode.RELEASE
    trimmed = not any(_changes_nothing(source, edit) for edits in gold.values() for edit in edits)
    closure = Closure(source, hypothesis, options.max_unchanged_words, shifted=shifted, trimmed=trimmed)
    search = PathSearch(closure, options.max_unchanged_words)
    comparisons = [_compared(closure, search, *item, options) for item in gold.items()]
    return Detail(source, hypothesis, comparisons)


def _changes_nothing(source: Sequence[str], edit: GoldEdit) -> bool:
    """Return whether an edit changes nothing; the programs match such edits to unchanged tokens anywhere."""
    return edit.start < edit.end and " ".join(source[edit.start : edit.end]) in edit.alternatives


def _compared(
    closure: Closure, search: PathSearch, annotator: int, gold: Sequence[GoldEdit], options: M2Options
) -> Comparison:
    found = search.path(gold, ignore_case=options.ignore_whitespace_casing)
    counts = EditCounts(len(found.matches), len(found.edits), len(gold))
    return Comparison(annotator, gold, _system_edits(closure, found), counts, found)


def _system_edits(closure: Closure, found: Path) -> list[SystemEdit]:
    """Return the edits with their places in the lattice, each with the first gold edit that it matches.

    Spurious edits are shown without the unchanged tokens at their ends.
    """
    made: dict[object, GoldEdit] = {}
    for match in found.matches:
        made.setdefault(match.edit, match.gold)
    edits = []
    for edit in found.edits:
        (start, first), (end, last) = edit.arc
        whole = SystemEdit(start, end, first, last, made.get(edit))
        edits.append(whole if whole.gold else _trimmed(whole, closure.source, closure.hypothesis))
    return edits


def _trimmed(edit: SystemEdit, source: Sequence[str], hypothesis: Sequence[str]) -> SystemEdit:
    """Return an edit without the unchanged tokens at its ends."""
    start, end, first, last, gold = edit
    while start < end and first < last and source[start] == hypothesis[first]:
        start, first = start + 1, first + 1
    while start < end and first < last and source[end - 1] == hypothesis[last - 1]:
        end, last = end - 1, last - 1
    return SystemEdit(start, end, first, last, gold)


MOST_OF_SENTENCE = 4_000_000
"""The maximum number of characters for one sentence; 120 tokens with the usual number of edits need fewer."""

MOST_OF_ALL = 256_000_000
"""The maximum number of characters for all sentences."""

MOST_TABLE_CELLS = 20_000
"""The maximum number of cells in a printed table of edit distances; a larger table would exceed the other
limits.
"""

STEPS = ((1, 1), (1, 0), (0, 1))
"""The moves from a cell back to the previous one, in the order in which the programs print them."""


def traces(details: Iterable[Detail], options: M2Options) -> Iterator[str]:
    """Yield the lines of all sentences up to the limits, and a final line if some were omitted."""
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
    """Yield the lines of a sentence up to the limit."""
    left = MOST_OF_SENTENCE
    for line in lines:
        left -= len(line) + 1
        if left < 0:
            most = f"{MOST_OF_SENTENCE:,} characters are the most for one"
            yield f"... the rest of the lines about sentence {number} is left out: {most}"
            return
        yield line


def sentence_trace(detail: Detail, options: M2Options) -> Iterator[str]:
    """Yield all lines for a sentence; the mode `document` shows the lattice of the mode `head`."""
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
    """Yield the steps of both tables in the order in which the programs find them."""
    end = len(closure.source), len(closure.hypothesis)
    for table in tables(closure.source, closure.hypothesis):
        yield from _breadth_first([columns_of(steps) for steps in table], end)


def _breadth_first(rows: Sequence[Columns], end: Vertex) -> Iterator[Arc]:
    """Yield the steps of a table from its end backwards, in breadth-first order."""
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
    """Return the steps into every cell, starting with the border cells."""
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
    """Yield the lines of the search for adjacent arcs: each triple of vertices that the programs examine."""
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
    """Yield the lines for an annotator; release 3.2 joins the first two lines (`joined`)."""
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
