"""Differences of a verb in each task, classified, and the fixes for each."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.families.annotations import Difference, Place, Rewriting
from keytally.families.cpa.reading import (
    CLUST,
    CLUSTER,
    ID,
    PARSE,
    SLOTS,
    TAB,
    TAG,
    TOKEN,
    TYPE,
    VERB_TAG,
    CpaRow,
    CpaUnit,
    Format,
)
from keytally.families.cpa.scoring import (
    FULL,
    LAYERS,
    Credits,
    Items,
    ParsingResult,
    SlotsResult,
    Tagged,
    VerbScore,
    cluster_names,
    cluster_partners,
    clusters,
    tagged,
)
from keytally.findings.finding import Edit

MISSED = "missed"
SPURIOUS = "spurious"
WRONG_VALUE = "wrong value"
PARTIAL_VALUE = "partial value"
WRONG_CLUSTER = "wrong cluster"

NO_FILE = "the response has no file for this verb"


class Line(NamedTuple):
    """A row and its unit."""

    unit: CpaUnit
    row: CpaRow


class CellSubject(NamedTuple):
    """The cells that a repair writes into the response's row or into a new row, as values by column.

    Without values the row is deleted.
    """

    key: Line | None
    response: Line | None
    values: Mapping[int, str]


class Wording(NamedTuple):
    """Short descriptions of the content on both sides, and the values alone."""

    key: str
    response: str
    labels: tuple[str, str] = ("", "")


def first_lines(units: Sequence[CpaUnit]) -> dict[str, Line]:
    """Return the first row with each id."""
    lines: dict[str, Line] = {}
    for unit in units:
        for row in unit.rows:
            lines.setdefault(row.cell(ID), Line(unit, row))
    return lines


class Sides(NamedTuple):
    """The units of a verb on both sides."""

    key: Sequence[CpaUnit]
    response: Sequence[CpaUnit]

    def difference(
        self, name: str, subject: CellSubject, column: int | None, said: Wording, counts: Mapping[str, int]
    ) -> Difference:
        """Return a difference in a column, or in whole rows.

        A row that is missing from the response is placed at the end of the response.
        """
        key = tuple(_places(subject.key, column))
        response = tuple(_places(subject.response, column)) or tuple(_end_of(self.response))
        labels = said.labels if name in (WRONG_VALUE, PARTIAL_VALUE) else ("", "")
        return Difference(name, key, response, said.key, said.response, counts, labels, subject)


def _places(line: Line | None, column: int | None) -> Iterator[Place]:
    if line is not None:
        place = (line.row.start, line.row.end) if column is None else line.row.place(column)
        yield Place(line.unit, *place)


def _end_of(units: Sequence[CpaUnit]) -> Iterator[Place]:
    """Yield the place after the last row, or the start of the response; nothing if there are no units."""
    unit = next((unit for unit in reversed(units) if unit.rows), units[0] if units else None)
    if unit is not None:
        end = unit.rows[-1].end if unit.rows else 0
        yield Place(unit, end, end)


def repair(
    key: Sequence[CpaUnit], response: Sequence[CpaUnit], differences: Sequence[Difference]
) -> Rewriting:
    """Return the row edits that repair differences; new rows are added after the last row."""
    verb = key[0].document if key else None
    if not response or response[0].document != verb:
        return Rewriting((), dict.fromkeys(range(len(differences)), NO_FILE))
    subjects: list[CellSubject] = [difference.subject for difference in differences]
    written: dict[CpaRow, tuple[CpaUnit, dict[int, str] | None]] = {}
    new: dict[CpaRow, dict[int, str]] = {}
    for subject in subjects:
        if subject.response is not None:
            unit, row = subject.response
            _, values = written.setdefault(row, (unit, {}))
            written[row] = unit, {**(values or {}), **subject.values} if subject.values else None
        elif subject.key is not None:
            row = subject.key.row
            new.setdefault(row, _identity(subject.key)).update(subject.values)
    edits = [(unit, _row_edit(row, values)) for row, (unit, values) in written.items()]
    kept = [
        all_line for all_line in _all_lines(response) if written.get(all_line.row, (None, {}))[1] is not None
    ]
    return Rewriting([*edits, *_added(response, kept, list(new.values()))])


def _identity(line: Line) -> dict[int, str]:
    """Return the cells that identify a row: id and token, or the id; empty for a pattern."""
    columns = {PARSE: (ID, TOKEN), CLUST: (ID,)}.get(line.unit.format, ())
    return {column: line.row.cell(column) for column in columns}


def _all_lines(units: Sequence[CpaUnit]) -> list[Line]:
    return [Line(unit, row) for unit in units for row in unit.rows]


def _row_edit(row: CpaRow, values: Mapping[int, str] | None) -> Edit:
    """Return the edit that writes values into a row, or deletes the row with its line end."""
    if values is None:
        return Edit(row.start, row.end + len(row.ending), "")
    return Edit(row.start, row.end, _joined(dict(enumerate(row.cells)) | dict(values)))


def _joined(cells: Mapping[int, str]) -> str:
    return TAB.join(cells.get(column, "") for column in range(max(cells, default=-1) + 1))


def _added(
    response: Sequence[CpaUnit], kept: Sequence[Line], rows: Sequence[Mapping[int, str]]
) -> Iterator[tuple[CpaUnit, Edit]]:
    """Yield the edit that adds rows after the last remaining row, or at the start."""
    if not rows:
        return
    texts = list(map(_joined, rows))
    if kept:
        unit, row = kept[-1]
        ending = row.ending or "\n"
        yield unit, Edit(row.end, row.end, "".join(f"{ending}{text}" for text in texts))
    else:
        yield response[0], Edit(0, 0, "".join(f"{text}\n" for text in texts))


PARSING_CLASSES = (MISSED, SPURIOUS, WRONG_VALUE)


def parsing_counts(result: ParsingResult) -> Mapping[str, int]:
    """Return the number of key categories that the response lacks, and of response categories that are
    wrong.
    """
    categories = [category for layer in result.layers.values() for category in layer.categories.values()]
    return {
        "mis": sum(category.reference - category.correct for category in categories),
        "spu": sum(category.retrieved - category.correct for category in categories),
    }


def parsing_differences(sides: Sides) -> Iterator[Difference]:
    """Yield the differences in the categories of tokens; categories that do not occur in the key are
    ignored.
    """
    lines = first_lines(sides.response)
    for column in LAYERS.values():
        mine, theirs = (tagged(units, column, official=False) for units in sides)
        names = {each.category for each in mine.values()}
        for token, each in mine.items():
            other = theirs.get(token)
            if other is None or other.category != each.category:
                yield _wrong(sides, _Compared(each, other, lines.get(token)), column, names)
        for token, each in theirs.items():
            if token not in mine and each.category in names:
                subject = CellSubject(None, Line(each.unit, each.row), {column: ""})
                yield sides.difference(
                    SPURIOUS, subject, column, Wording("", _category_text(each)), {"spu": 1}
                )


class _Compared(NamedTuple):
    """A token's category in the key and in the response, and its row in the response."""

    key: Tagged
    response: Tagged | None
    line: Line | None


def _wrong(sides: Sides, token: _Compared, column: int, names: set[str]) -> Difference:
    """Return the difference of a token that lacks the key's category.

    If the row is marked as the verb's, the repair writes both tag and type, because a verb's row has neither.
    """
    (key, other, line) = token
    is_verb = line is not None and line.row.text(TAG) == VERB_TAG
    values = {each: key.row.text(each) for each in ((TAG, TYPE) if is_verb else (column,))}
    subject = CellSubject(Line(key.unit, key.row), line, values)
    if other is None:
        return sides.difference(MISSED, subject, column, Wording(_category_text(key), ""), {"mis": 1})
    counts = {"mis": 1, "spu": 1} if other.category in names else {"mis": 1}
    said = Wording(_category_text(key), _category_text(other), (key.category, other.category))
    return sides.difference(WRONG_VALUE, subject, column, said, counts)


def _category_text(each: Tagged) -> str:
    """Return a category with its token: `obj (boat)`."""
    return f"{each.category} ({each.row.text(TOKEN)})"


# The differences of task 2: the items whose cluster is another than that which stands for the key's.
#
# Clusters of the two sides stand for each other one to one, so that most items are in the right one.


CLUSTERING_CLASSES = (MISSED, SPURIOUS, WRONG_CLUSTER)

NONE = "x"
"""The value of an item that is in no cluster."""


def clustering_counts(sides: Sides) -> Mapping[str, int]:
    """Return the numbers of items on only one side, and of common items in the wrong cluster."""
    mine, theirs = map(_items, sides)
    partners = cluster_partners(mine, theirs)
    common = mine.keys() & theirs.keys()
    right = sum(partners.get(mine[item].cluster) == theirs[item].cluster for item in common)
    return {"inc": len(common) - right, "mis": len(mine) - len(common), "spu": len(theirs) - len(common)}


def clustering_differences(sides: Sides) -> Iterator[Difference]:
    """Yield the key's items that are missing or in the wrong cluster, then the items that only the
    response has.
    """
    mine, theirs = map(_items, sides)
    lines = first_lines(sides.response)
    partners = cluster_partners(mine, theirs)
    names = cluster_names(mine, theirs, partners)
    for item, each in mine.items():
        wanted, other = names[each.cluster], theirs.get(item)
        if other is None or partners.get(each.cluster) != other.cluster:
            name, outcome = (MISSED, "mis") if other is None else (WRONG_CLUSTER, "inc")
            subject = CellSubject(Line(each.unit, each.row), lines.get(item), {CLUSTER: wanted})
            told = "" if other is None else f"cluster {other.cluster}"
            said = Wording(f"item {item}, cluster {each.cluster}", told)
            yield sides.difference(name, subject, CLUSTER, said, {outcome: 1})
    for item, each in theirs.items():
        if item not in mine:
            subject = CellSubject(None, Line(each.unit, each.row), {CLUSTER: NONE})
            said = Wording("", f"item {item}, cluster {each.cluster}")
            yield sides.difference(SPURIOUS, subject, CLUSTER, said, {"spu": 1})


def _items(units: Sequence[CpaUnit]) -> Items:
    return {cluster.item: cluster for cluster in clusters(units, official=False)}


SLOT_CLASSES = (MISSED, SPURIOUS, WRONG_VALUE, PARTIAL_VALUE)

_COLUMNS = range(len(SLOTS))


def slot_counts(result: SlotsResult, sides: Sides, credits: Credits) -> Mapping[str, int]:
    """Return the numbers of deletions, insertions, and matched slots without full credit."""
    mine, theirs = map(_slot_lines, sides)
    found = Counter(
        credits.of(line.row.text(column), theirs[other].row.text(column))
        for line, other in zip(mine, result.alignment, strict=True)
        if other is not None
        for column in _COLUMNS
        if line.row.text(column) and theirs[other].row.text(column)
    )
    wrong = found.pop(0, 0)
    found.pop(FULL, None)
    counts = result.counts
    return {"par": found.total(), "inc": wrong, "mis": counts.deletion, "spu": counts.insertion}


def slot_differences(result: SlotsResult, sides: Sides, credits: Credits) -> Iterator[Difference]:
    """Yield the slots that differ in aligned patterns, then the patterns without a partner."""
    mine, theirs = map(_slot_lines, sides)
    for line, other in zip(mine, result.alignment, strict=True):
        if other is not None:
            yield from _in_pattern(sides, line, theirs[other], credits)
        elif filled := _filled(line):
            subject = CellSubject(line, None, filled)
            yield sides.difference(
                MISSED, subject, None, Wording(_slot_text(filled), ""), {"mis": len(filled)}
            )
    aligned = set(result.alignment)
    for number, line in enumerate(theirs):
        if number not in aligned and (filled := _filled(line)):
            subject = CellSubject(None, line, {})
            yield sides.difference(
                SPURIOUS, subject, None, Wording("", _slot_text(filled)), {"spu": len(filled)}
            )


def _in_pattern(sides: Sides, key: Line, response: Line, credits: Credits) -> Iterator[Difference]:
    for column in _COLUMNS:
        mine, theirs = key.row.text(column), response.row.text(column)
        name, outcome = _judged(mine, theirs, credits)
        if name:
            subject = CellSubject(key, response, {column: mine})
            said = Wording(_slot(column, mine), _slot(column, theirs), (mine, theirs))
            yield sides.difference(name, subject, column, said, {outcome: 1})


def _judged(key: str, response: str, credits: Credits) -> tuple[str, str]:
    """Return the class of a slot and its outcome; empty strings if it is correct."""
    if not (key and response):
        return (MISSED, "mis") if key else (SPURIOUS, "spu") if response else ("", "")
    credit = credits.of(key, response)
    if credit == FULL:
        return "", ""
    return (PARTIAL_VALUE, "par") if credit else (WRONG_VALUE, "inc")


def _slot_lines(units: Sequence[CpaUnit]) -> list[Line]:
    return [Line(unit, row) for unit in units for row in unit.rows]


def _filled(line: Line) -> dict[int, str]:
    return {column: text for column in _COLUMNS if (text := line.row.text(column))}


def _slot_text(filled: Mapping[int, str]) -> str:
    return ", ".join(_slot(column, text) for column, text in filled.items())


def _slot(column: int, text: str) -> str:
    return f"{SLOTS[column]} {text}" if text else ""


class VerbDifferences:
    """Computes the differences of verbs in one task."""

    def __init__(self, form: Format, credits: Credits) -> None:
        self._credits = credits
        self.classes: Sequence[str] = {PARSE: PARSING_CLASSES, CLUST: CLUSTERING_CLASSES}.get(
            form, SLOT_CLASSES
        )

    def of(self, score: VerbScore) -> Iterable[Difference]:
        """Return the differences of a verb."""
        sides = Sides(score.key, score.response)
        if isinstance(score.result, SlotsResult):
            return slot_differences(score.result, sides, self._credits)
        if isinstance(score.result, ParsingResult):
            return parsing_differences(sides)
        return clustering_differences(sides)

    def counts(self, score: VerbScore) -> Mapping[str, int]:
        """Return the outcomes of a verb that are differences."""
        sides = Sides(score.key, score.response)
        if isinstance(score.result, SlotsResult):
            return slot_counts(score.result, sides, self._credits)
        if isinstance(score.result, ParsingResult):
            return parsing_counts(score.result)
        return clustering_counts(sides)
