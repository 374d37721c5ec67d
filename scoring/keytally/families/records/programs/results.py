"""The results of programs as JSON values and as text."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from keytally.families.records.compiled import ANY, OPTIONAL
from keytally.families.records.programs.disagreements import CAUSES, PROGRAMS, disagreements, value_at
from keytally.families.records.programs.shared import Document, Json, Place, ProgramResult
from keytally.findings.spelling import short_text
from keytally.text.rendering import printable, quantity

ALL = "all"
_VERDICTS: Mapping[bool | None, str] = {True: "correct", False: "wrong", None: "-"}
_NO_RESULT = "n/a"


def as_programs_read(key: Json) -> Json:
    """Return a key's record as programs read it: with the first alternative of each choice and without
    optional marks.
    """
    if isinstance(key, list):
        return [as_programs_read(item) for item in key]
    if not isinstance(key, dict):
        return key
    if len(key) == 1:
        ((name, value),) = key.items()
        if name == ANY and isinstance(value, list) and value:
            return as_programs_read(value[0])
        if name == OPTIONAL:
            return as_programs_read(value)
    return {name: as_programs_read(value) for name, value in key.items()}


def values_of(result: ProgramResult) -> dict[str, Any]:
    """Return a result in the form of the JSON output: named totals, and the documents."""
    reasons = dict(result.not_applicable)
    return {
        "name": result.name,
        "score": result.score,
        **({} if result.reason is None else {"reason": result.reason}),
        **result.totals,
        "documents": dict(result.documents),
        **({"not_applicable": reasons} if reasons else {}),
    }


def values_of_all(results: Sequence[ProgramResult], documents: Iterable[Document]) -> dict[str, Any]:
    """Return the results of all programs in the form of the JSON output, with the values on which they
    disagree.
    """
    return {
        "name": ALL,
        "programs": {result.name: values_of(result) for result in results},
        "disagreements": [
            {
                "document": each.document,
                "key": None if each.key is None else list(each.key),
                "response": None if each.response is None else list(each.response),
                "verdicts": dict(each.verdicts),
                "cause": each.cause,
            }
            for each in disagreements(documents)
        ],
    }


def text_of(result: ProgramResult, verbose: int) -> str:
    """Return the figures of a program as a table; with `verbose`, precede them with the figures of each
    document.
    """
    return "".join(f"{line}\n" for line in _lines(result, verbose))


def _lines(result: ProgramResult, verbose: int) -> Iterator[str]:
    if verbose:
        yield from _table(result.documents)
        yield from (f"{printable(name)}  {_NO_RESULT}: {why}" for name, why in result.not_applicable.items())
        yield ""
    if result.score is None:
        yield f"{result.name}: {_NO_RESULT}: {result.reason}"
        return
    fields = result.totals.get("fields", {})
    lines = {name: each for name, each in result.totals.items() if isinstance(each, dict) and each != fields}
    yield from _table({**fields, **lines} if lines else {"all": result.totals})
    yield ""
    yield f"{result.name} {PROGRAMS[result.name].measure} {result.score:.4f}  {_extent(result)}"


def _extent(result: ProgramResult) -> str:
    left_out = len(result.not_applicable)
    note = f", {quantity(left_out, 'other document')} left out" if left_out else ""
    return f"({quantity(len(result.documents), 'document')}{note})"


def _table(rows: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yield a table with a line for each row; columns are as wide as their headings, and at least six
    characters wide.
    """
    names = list(dict.fromkeys(name for figures in rows.values() for name in figures))
    width = max((len(printable(row)) for row in rows), default=0)
    if names:
        yield f"{'':<{width}}" + "".join(f"  {name:>6}" for name in names)
    for row, figures in rows.items():
        cells = (f"  {_shown(figures.get(name)):>{max(len(name), 6)}}" for name in names)
        yield f"{printable(row):<{width}}" + "".join(cells).rstrip()


def _shown(figure: Any) -> str:
    if figure is None or isinstance(figure, bool):
        return {None: "", True: "yes", False: "no"}[figure]
    return f"{figure:.4f}" if isinstance(figure, float) else str(figure)


def text_of_all(results: Sequence[ProgramResult], own: float, documents: Iterable[Document] | None) -> str:
    """Return the headlines side by side with keytally's F; with `documents`, precede them with the
    disagreements.
    """
    rows = [("keytally", "F", f"{own / 100:.4f}")]
    for result in results:
        score = f"{_NO_RESULT}: {result.reason}"
        if result.score is not None:
            score = f"{result.score:.4f}"
            score += f"  {_extent(result)}" if result.not_applicable else ""
        rows.append((result.name, PROGRAMS[result.name].measure, score))
    widths = [max(len(row[at]) for row in rows) for at in range(2)]
    table = [f"{name:<{widths[0]}}  {measure:<{widths[1]}}  {score}" for name, measure, score in rows]
    before = [] if documents is None else list(_disagreement_lines(list(documents)))
    return "".join(f"{line}\n" for line in [*before, *table])


def _disagreement_lines(documents: Sequence[Document]) -> Iterator[str]:
    """Yield the values on which the programs disagree, grouped by cause, starting with the most frequent."""
    sides = {name: (key, response) for name, key, response, _ in documents}
    groups: dict[str, list[str]] = {}
    for each in disagreements(documents):
        key, response = sides[each.document]
        values = f"{_value(key, each.key)} | {_value(response, each.response)}".strip()
        verdicts = ", ".join(f"{name} {_VERDICTS[verdict]}" for name, verdict in each.verdicts.items())
        place = _path(each.key if each.key is not None else each.response or ())
        line = f"  {printable(each.document)}  {printable(place)}  {values}  ({verdicts})"
        groups.setdefault(each.cause, []).append(line)
    for cause, lines in sorted(groups.items(), key=lambda group: -len(group[1])):
        yield f"{CAUSES[cause]}: {quantity(len(lines), 'value')}"
        yield from lines
        yield ""


def _path(place: Place) -> str:
    """Return a place in the form `rows[0].name`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    return "".join(steps).removeprefix(".")


def _value(record: Json, place: Place | None) -> str:
    if place is None:
        return ""
    value = value_at(record, place)
    return short_text("null" if value is None else str(value))
