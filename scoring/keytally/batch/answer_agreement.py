"""The agreement of annotators who answer items, as the task's own scorer measures it."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from keytally.batch.agreement_result import AgreementResult
from keytally.batch.errors import KeytallyError, readable_settings
from keytally.batch.files import read_text, shown
from keytally.batch.stated import Given
from keytally.engine.reading import Reading
from keytally.evaluations import registry
from keytally.evaluations.abilities import MeasuresAgreement
from keytally.evaluations.interface import Role
from keytally.evaluations.settings import Settings

ITEM = "item that at least two have answered"


def answer_agreement(task: str, files: Mapping[str, Path], given: Given) -> AgreementResult:
    """The agreement of files in the form of a response. Raises KeytallyError as `agreement` does."""
    with readable_settings():
        scoring = registry.evaluation(task, Settings(shown(given.source), options=given.options))
    assert isinstance(scoring, MeasuresAgreement)
    language = scoring.language(Role.RESPONSE)
    readings = {name: Reading(language, read_text(path, given.encoding).text) for name, path in files.items()}
    for name, reading in readings.items():
        if not reading.documents:
            raise KeytallyError(f"{files[name]}: no item of the task in it; is it the right file?")
    values, text = scoring.agreement([each.units for each in readings.values()], list(files))
    if not values["pairs"]:
        raise KeytallyError("no two of the files answer the same item, so there is nothing to compare")
    framed = {
        "task": task,
        **values,
        "pairs": [_pair(scoring, readings, *pair) for pair in combinations(readings, 2)],
        "compared_answers": values["pairs"],
        "coefficients": _coefficients(values, list(files)),
        "disagreements": [],
    }
    return AgreementResult(framed, text)


def _pair(
    scoring: MeasuresAgreement, readings: Mapping[str, Reading], first: str, second: str
) -> dict[str, Any]:
    """The agreement of two; the task has no F."""
    values, _ = scoring.agreement([readings[first].units, readings[second].units], [first, second])
    compared = values["pairs"]
    return {
        "a": first,
        "b": second,
        "f": None,
        "agreement": values["agreement"] if compared else None,
        "compared_answers": compared,
    }


def _coefficients(values: Mapping[str, Any], names: Sequence[str]) -> list[dict[str, Any]]:
    """The measures of the task in the form of all coefficients, from 0 to 1."""
    return [
        {
            "name": f"agreement, {name}",
            "value": value / 100,
            "items": values["items"],
            "item": ITEM,
            "annotators": list(names),
        }
        for name, value in values["agreement"].items()
    ]
