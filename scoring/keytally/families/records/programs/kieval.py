"""The table of KIEval: rows of groups are paired by an optimal assignment, and values are counted by field.

The program (https://github.com/UpstageAI/KIEval) reads CSV files. A group is a table of rows, and a cell
contains one value or several separated by `||`. In keytally, a group is a list of objects or a single object
at the top level of a record; a list of scalars is a cell with several values. Scalars at the top level are
fields outside groups.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from keytally.families.records.programs.shared import (
    Figures,
    Json,
    NotApplicableError,
    Program,
    ProgramResult,
    assign,
)
from keytally.measures.ratios import HeadlineCounts, HeadlineForm

NAME = "kieval"
MEASURE = "kieval_entity_f1"
SEPARATOR = "||"

Row = Mapping[str, Sequence[str]]
"""The values of each non-empty field in a row."""


@dataclass(slots=True)
class Counts:
    """The program's counts: true and false positives, false negatives, and explanations of wrong values."""

    correct: int = 0
    false_positive: int = 0
    false_negative: int = 0
    wrong_match: int = 0
    no_match: int = 0
    label: int = 0

    def add(self, other: "Counts") -> None:
        """Add other counts to these."""
        self.correct += other.correct
        self.false_positive += other.false_positive
        self.false_negative += other.false_negative
        self.wrong_match += other.wrong_match
        self.no_match += other.no_match
        self.label += other.label

    def figures(self, macro: float | None = None) -> dict[str, float | int]:
        """Return the figures of a line of the program's tables; `macro` defaults to the F of the line."""
        right = self.correct
        precision = _ratio(right, right + self.false_positive)
        recall = _ratio(right, right + self.false_negative)
        f1 = _ratio(2 * precision * recall, precision + recall)
        return {
            "kieval_entity_f1": f1,
            "macro_f1": f1 if macro is None else macro,
            "recall": recall,
            "precision": precision,
            "accuracy": _ratio(right, right + self.false_positive + self.false_negative),
            "kieval_aligned": _ratio(right, right + self.wrong_match + self.no_match),
            "label": self.label,
            "wrong_match": self.wrong_match,
            "no_match": self.no_match,
            "exact_match": right,
        }


class _Score(NamedTuple):
    """The counts of a document, and whether it is entirely correct."""

    tables: "_Tables"
    is_correct: bool


@dataclass(slots=True)
class _Record:
    """A record in the form of the program's tables: rows by group, and values by field outside groups."""

    groups: dict[str, list[Row]] = field(default_factory=dict)
    fields: dict[str, list[str]] = field(default_factory=dict)


@dataclass(slots=True)
class _Tables:
    """The counts of fields in groups, of the rows of groups, and of fields outside groups."""

    cells: defaultdict[str, Counts] = field(default_factory=lambda: defaultdict(Counts))
    rows: defaultdict[str, Counts] = field(default_factory=lambda: defaultdict(Counts))
    fields: defaultdict[str, Counts] = field(default_factory=lambda: defaultdict(Counts))

    def add(self, other: "_Tables") -> None:
        for mine, its in ((self.cells, other.cells), (self.rows, other.rows), (self.fields, other.fields)):
            for name, counts in its.items():
                mine[name].add(counts)


def _score(key: Json, response: Json, schema: Json) -> "_Score":
    counted, is_correct = _count(_record(key), _record(response))
    return _Score(counted, is_correct)


def _result(scores: "Mapping[str, _Score]", reasons: Mapping[str, str]) -> ProgramResult:
    """Return the program's tables for all documents; the headline is the F over values, as a fraction.

    The totals are the program's lines `total.kieval`, `total.group`, `total.grouping`, `total.non_group` and
    `total.document`, and a line for each field under `fields`. If any document contains nested data, the
    figures are missing, because the program sums its counts over all documents.
    """
    if reasons or not scores:
        return ProgramResult(NAME, None, {}, {}, reasons)
    tables, figures, correct = _Tables(), dict[str, Figures](), 0
    for name, (counted, is_correct) in scores.items():
        tables.add(counted)
        figures[name] = {**_totals(counted)["total.kieval"], "correct": is_correct}
        correct += is_correct
    totals = _totals(tables)
    totals["total.document"] = {
        "accuracy": correct / len(figures),
        "exact_match": correct,
        "num_of_document": len(figures),
    }
    return ProgramResult(NAME, totals["total.kieval"][MEASURE], figures, totals)


def _headline(score: "_Score") -> HeadlineCounts:
    """Return the counts of the values inside and outside groups."""
    whole = Counts()
    for counts in (*score.tables.cells.values(), *score.tables.fields.values()):
        whole.add(counts)
    right = whole.correct
    return HeadlineCounts(right, right + whole.false_negative, right, right + whole.false_positive)


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


PROGRAM = Program(NAME, MEASURE, _score, _result, _headline, HeadlineForm())


def _record(value: Json) -> _Record:
    found = _Record()
    if value is None:
        return found
    if not isinstance(value, dict):
        raise NotApplicableError("kieval reads records that are objects")
    for name, item in value.items():
        if isinstance(item, dict):
            found.groups[name] = [_row(name, item)]
        elif isinstance(item, list) and any(isinstance(each, dict) for each in item):
            found.groups[name] = [_row(name, each) for each in item if each is not None]
        else:
            values = _values(name, item)
            if values:
                found.fields[name] = values
    return found


def _row(group: str, item: Json) -> Row:
    if not isinstance(item, dict):
        raise NotApplicableError(f"kieval cannot represent a value next to the objects of {group}")
    cells = {f"{group}.{name}": _values(f"{group}.{name}", value) for name, value in item.items()}
    return {name: values for name, values in cells.items() if values}


def _values(field_name: str, value: Json) -> list[str]:
    """Return the values of a cell as they would appear in a CSV file; absent values are omitted."""
    found = list[str]()
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, dict | list):
            if each:
                raise NotApplicableError(f"kieval cannot represent the nested data of {field_name}")
        elif each is not None and each != "":
            found += str(each).split(SEPARATOR)
    return found


def _count(key: _Record, response: _Record) -> tuple[_Tables, bool]:
    """Return the counts of a document, and whether it is entirely correct."""
    tables, verdicts = _Tables(), list[bool]()
    for group in dict.fromkeys((*key.groups, *response.groups)):
        verdicts.append(
            _count_group(group, key.groups.get(group, []), response.groups.get(group, []), tables)
        )
    for name in dict.fromkeys((*key.fields, *response.fields)):
        counts = _compare(key.fields.get(name, ()), response.fields.get(name, ()))
        tables.fields[name].add(counts)
        verdicts.append(_is_exact(counts))
    return tables, bool(verdicts) and all(verdicts)


def _count_group(group: str, key: list[Row], response: list[Row], tables: _Tables) -> bool:
    """Count the rows of a group and their cells, and return whether they are all correct."""
    whole = Counts()
    for mine, its in row_pairs(key, response):
        if mine is None or its is None:
            tables.rows[group].add(
                Counts(
                    false_positive=int(mine is None),
                    false_negative=int(its is None),
                    no_match=1,
                    label=int(mine is not None),
                )
            )
        elif mine == its:
            tables.rows[group].add(Counts(correct=1, label=1))
        else:
            tables.rows[group].add(Counts(false_positive=1, false_negative=1, wrong_match=1, label=1))
        for name in dict.fromkeys((*(mine or ()), *(its or ()))):
            counts = _compare((mine or {}).get(name, ()), (its or {}).get(name, ()))
            tables.cells[name].add(counts)
            whole.add(counts)
    return _is_exact(whole)


def row_pairs(key: list[Row], response: list[Row]) -> Iterator[tuple[Row | None, Row | None]]:
    """Yield the pairs of rows with the most equal values, then the unpaired rows on each side.

    Rows without equal values are also paired while both sides have unpaired rows.
    """
    mine, its = ([_counted(row) for row in rows] for rows in (key, response))
    pairs = assign([[-sum((one & other).values()) for other in its] for one in mine])
    for i, j in pairs:
        yield key[i], response[j]
    taken = {i for i, _ in pairs}, {j for _, j in pairs}
    yield from ((row, None) for i, row in enumerate(key) if i not in taken[0])
    yield from ((None, row) for j, row in enumerate(response) if j not in taken[1])


def _counted(row: Row) -> Counter[tuple[str, str]]:
    return Counter((name, value) for name, values in row.items() for value in values)


def _compare(key: Sequence[str], response: Sequence[str]) -> Counts:
    correct = sum((Counter(key) & Counter(response)).values())
    spurious, missing = len(response) - correct, len(key) - correct
    wrong = min(spurious, missing)
    return Counts(correct, spurious, missing, wrong, max(spurious, missing) - wrong, len(key))


def _is_exact(counts: Counts) -> bool:
    return counts.correct > 0 and counts.false_positive + counts.false_negative == 0


def _totals(tables: _Tables) -> dict[str, dict[str, Any]]:
    """Return the program's lines of totals, and a line for each field under `fields`."""
    lines = {name: counts.figures() for name, counts in (*tables.fields.items(), *tables.cells.items())}
    cells = [tables.cells[name].figures()["kieval_entity_f1"] for name in tables.cells]
    rows = [counts.figures()["kieval_entity_f1"] for counts in tables.rows.values()]
    # The program's list for fields outside groups contains the fields and the rows of groups too.
    fields = [tables.fields[name].figures()["kieval_entity_f1"] for name in tables.fields] + cells + rows
    sums = {name: Counts() for name in ("non_group", "group", "grouping", "kieval")}
    for name, table in (("non_group", tables.fields), ("group", tables.cells), ("grouping", tables.rows)):
        for counts in table.values():
            sums[name].add(counts)
    macro, found = list[float](), dict[str, dict[str, Any]]()
    if sums["non_group"].label:
        found["total.non_group"] = sums["non_group"].figures(_mean(fields))
        sums["kieval"].add(sums["non_group"])
        macro += fields
    if sums["group"].label:
        found["total.group"] = sums["group"].figures(_mean(cells))
        found["total.grouping"] = sums["grouping"].figures(_mean(fields[: len(fields) - len(rows)]))
        sums["kieval"].add(sums["group"])
        macro += cells
    found["total.kieval"] = sums["kieval"].figures(_mean(macro))
    return {**found, "fields": dict(sorted(lines.items()))}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
