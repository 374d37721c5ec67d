"""The agreement of annotators who answer items, as the task's own scorer measures it."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from keytally.batch.errors import KeytallyError
from keytally.engine.reading import Reading
from keytally.evaluations.abilities import MeasuresAgreement
from keytally.evaluations.interface import Role

ITEM = "item that at least two have answered"


def answer_agreement(
    scoring: MeasuresAgreement, texts: Mapping[str, str], shown: Mapping[str, str]
) -> tuple[dict[str, Any], str]:
    """The agreement of texts in the form of a response, by annotator: JSON values, and text.

    `shown` are the files in messages. Raises KeytallyError for a file without items, and for files that have
    no item in common.
    """
    language = scoring.language(Role.RESPONSE)
    readings = {name: Reading(language, text) for name, text in texts.items()}
    for name, reading in readings.items():
        if not reading.documents:
            raise KeytallyError(f"{shown[name]}: no item of the task in it; is it the right file?")
    values, text = scoring.agreement([each.units for each in readings.values()], list(readings))
    if not values["pairs"]:
        raise KeytallyError("no two of the files answer the same item, so there is nothing to compare")
    framed = {
        **values,
        "pairs": [_pair(scoring, readings, *pair) for pair in combinations(readings, 2)],
        "compared_answers": values["pairs"],
        "coefficients": _coefficients(values, list(readings)),
        "disagreements": [],
    }
    return framed, text


def _pair(
    scoring: MeasuresAgreement, readings: Mapping[str, Reading], first: str, second: str
) -> dict[str, Any]:
    """The agreement of two, with F where the task has one, which is the same in both directions."""
    values, _ = scoring.agreement([readings[first].units, readings[second].units], [first, second])
    compared = values["pairs"]
    agreement = values["agreement"] if compared else None
    f = {"f": None}
    if "f" in values:
        f = dict.fromkeys(("f", "f_a_as_key", "f_b_as_key"), values["f"])
    return {"a": first, "b": second, **f, "agreement": agreement, "compared_answers": compared}


def _coefficients(values: Mapping[str, Any], names: Sequence[str]) -> list[dict[str, Any]]:
    """The measures of the task in the form of all coefficients, from 0 to 1."""
    shared = {"items": values["items"], "item": ITEM, "annotators": list(names)}
    return [
        {"name": f"agreement, {name}", "value": value / 100, **shared}
        for name, value in values["agreement"].items()
    ]
