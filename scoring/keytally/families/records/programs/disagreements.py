"""The results of all programs, and the values on which the programs disagree, with the causes."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from keytally.families.records.programs import docubench, extractbench, kieval, omni
from keytally.families.records.programs.omni_values import canonical, is_absent
from keytally.families.records.programs.shared import (
    Document,
    Json,
    NotApplicableError,
    Place,
    Program,
    Verdict,
    as_python,
)

PROGRAMS: Mapping[str, Program] = MappingProxyType(
    {module.NAME: module.PROGRAM for module in (kieval, docubench, omni, extractbench)}
)
"""The programs by name, in the order in which they are printed."""

CAUSES = MappingProxyType(
    {
        "null": "an absent value counts as a value",
        "list": "a list is one value",
        "greedy": "items are paired greedily",
        "pairing": "items are paired differently",
        "number": "a number is written as text",
        "date": "a date is written in another form",
        "boolean": "true equals 1",
        "folded": "text is folded before it is compared",
        "similar": "similar text is equal",
        "schema": "a field that the schema does not define, or excludes from grading, is left out",
    }
)
"""The causes of disagreements, each with a short description."""


class Disagreement(NamedTuple):
    """A value that only some programs count as correct, or that some programs do not count.

    `verdicts` maps each program that scores the document to its decision, or to None if the program does not
    count the value. `cause` is one of `CAUSES`.
    """

    document: str
    key: Place | None
    response: Place | None
    verdicts: Mapping[str, bool | None]
    cause: str


def disagreements(documents: Iterable[Document]) -> Iterator[Disagreement]:
    """Yield the values on which DocuBench, omni and ExtractBench disagree, in key order.

    Response values that no program pairs with a value of the key come after the key's values. KIEval is
    omitted because it judges table cells.
    """
    for name, key, response, schema in documents:
        sides = as_python(key), as_python(response)
        tables = dict[str, tuple[dict[Place, Verdict], dict[Place, Verdict]]]()
        for module in (docubench, omni, extractbench):
            try:
                found = list(module.verdicts(*sides, as_python(schema)))
            except (NotApplicableError, RecursionError, OverflowError):
                continue
            tables[module.NAME] = (
                {verdict.key: verdict for verdict in found if verdict.key is not None},
                {verdict.response: verdict for verdict in found if verdict.response is not None},
            )
        for place in _leaves(sides[0], ()):
            by_program = {program: _decision(table[0], place) for program, table in tables.items()}
            if len({verdict and verdict.is_correct for verdict in by_program.values()}) > 1:
                yield _disagreement(name, place, by_program, sides)
        for place in _leaves(sides[1], ()):
            by_program = {program: _decision(table[1], place) for program, table in tables.items()}
            if any(verdict and verdict.key is not None for verdict in by_program.values()):
                continue
            if len({verdict is None for verdict in by_program.values()}) > 1:
                is_absent_value = is_absent(value_at(sides[1], place))
                counted = {
                    program: None if verdict is None else False for program, verdict in by_program.items()
                }
                yield Disagreement(name, None, place, counted, "null" if is_absent_value else "schema")


def _leaves(value: Json, place: Place) -> Iterator[Place]:
    if isinstance(value, dict) and value:
        for name, item in value.items():
            yield from _leaves(item, (*place, name))
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            yield from _leaves(item, (*place, index))
    elif place:
        yield place


def _decision(table: Mapping[Place, Verdict], place: Place) -> Verdict | None:
    """Return the decision on a value, or on the list or object that contains it."""
    for length in range(len(place), 0, -1):
        if place[:length] in table:
            return table[place[:length]]
    return None


def value_at(record: Json, place: Place) -> Json:
    """Return the value at a place of a record; None if there is none."""
    for step in place:
        try:
            record = record[step]
        except (KeyError, IndexError, TypeError):
            return None
    return record


def _disagreement(
    name: str, place: Place, by_program: Mapping[str, Verdict | None], sides: tuple[Json, Json]
) -> Disagreement:
    partner = next((each.response for each in by_program.values() if each and each.response), None)
    return Disagreement(
        name,
        place,
        partner,
        {program: verdict.is_correct if verdict else None for program, verdict in by_program.items()},
        _cause(place, by_program, sides),
    )


def _cause(place: Place, by_program: Mapping[str, Verdict | None], sides: tuple[Json, Json]) -> str:
    decided = {program: verdict for program, verdict in by_program.items() if verdict is not None}
    value = value_at(sides[0], place)
    if is_absent(value):
        return "null"
    if len({verdict.is_correct for verdict in decided.values()}) == 1:
        return "folded" if docubench.normalised(value) == "" else "schema"
    if any(verdict.key != place for verdict in decided.values()):
        return "list"
    partners = {verdict.response for verdict in decided.values()}
    if len(partners) > 1:
        others = {verdict.response for program, verdict in decided.items() if program != docubench.NAME}
        return "greedy" if len(others) == 1 else "pairing"
    (partner,) = partners
    return _difference(value, value_at(sides[1], partner or ()))


def _difference(key: Json, response: Json) -> str:
    """Return the cause of disagreement for a pair of values that some programs treat as equal."""
    kinds = {
        str if isinstance(side, str) else bool if isinstance(side, bool) else float
        for side in (key, response)
    }
    if bool in kinds and len(kinds) > 1:
        return "boolean"
    if len(kinds) > 1:
        return "number"
    texts = {canonical(side) for side in (key, response) if not isinstance(side, list | dict)}
    if any(text.startswith(("#d", "#t")) for text in texts):
        return "date"
    return "folded" if len(texts) == 1 else "similar"
