"""Score records given as plain Python values, without files."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from decimal import Decimal
from enum import Enum
from typing import Any

from keytally.families.contract import SettingsError
from keytally.families.records.evaluation import RecordsEvaluation
from keytally.families.records.json_tree import Plain
from keytally.families.records.options import RecordsOptions, field_rules
from keytally.families.records.scoring import Comparison, RecordScore
from keytally.tallies.status import Status

Records = Mapping[str, Any] | Sequence[Any]
"""The records of documents, by name or in order, as dicts, dataclasses or pydantic models."""


class RecordsResult:
    """The score of records: `to_dict()` returns the JSON output of `keytally score`, and `str()` its text."""

    def __init__(self, evaluation: RecordsEvaluation, compared: Mapping[str, Comparison]) -> None:
        self._evaluation = evaluation
        self._compared = compared
        self._scores = [RecordScore(name, None, None, each.counts()) for name, each in compared.items()]

    def to_dict(self) -> dict[str, Any]:
        """Return the figures of all documents and of each field, list and document, with ratios in
        percent.
        """
        return self._evaluation.report_json(self._scores)

    @property
    def fields(self) -> dict[str, dict[str, Any]]:
        """Return the counts and ratios of each field, such as `result.fields["items[].price"]["f"]`."""
        found: dict[str, dict[str, Any]] = self.to_dict()["fields"]
        return found

    @property
    def precision(self) -> float:
        """Return precision over all fields, in percent."""
        return float(self.to_dict()["totals"]["pre"])

    @property
    def recall(self) -> float:
        """Return recall over all fields, in percent."""
        return float(self.to_dict()["totals"]["rec"])

    @property
    def f(self) -> float:
        """Return F (F1) over all fields, in percent."""
        return float(self.to_dict()["totals"]["f"])

    def differences(self) -> list[dict[str, Any]]:
        """Return each leaf that is not correct, as a dict of `document`, `field`, `verdict` and both
        values.
        """
        return [
            {
                "document": name,
                "field": each.field.path,
                "verdict": each.status.value,
                "key": None if each.key is None else _python(each.key.value),
                "response": None if each.response is None else _python(each.response.value),
            }
            for name, compared in self._compared.items()
            for each in compared.leaf_verdicts()
            if each.status is not Status.CORRECT
        ]

    def __str__(self) -> str:
        return self._evaluation.report_text(self._scores, 0)

    def __repr__(self) -> str:
        return f"<RecordsResult F {self.f:.2f}>"


def records(
    gold: Records, predicted: Records, schema: Any = None, fields: Mapping[str, Any] | None = None
) -> RecordsResult:
    """Score predicted records against gold records, both given as plain values.

    Each side is a mapping from document names to records, or a sequence in which documents are aligned by
    order. A record is a dict, a dataclass or a pydantic model; None means that a document has no record.
    `schema` is a JSON Schema as a dict, or a pydantic model class. `fields` maps field patterns to
    comparators, as in `[pair.fields]` of keytally.toml. The arguments are not changed. Raises ValueError for
    sides of different kinds or lengths, for values that JSON cannot represent, and for unusable `fields`.
    """
    if isinstance(gold, Mapping) != isinstance(predicted, Mapping):
        raise ValueError("give both sides as mappings by document name, or both as sequences")
    if not isinstance(gold, Mapping) and len(gold) != len(predicted):
        raise ValueError(f"the key has {len(gold)} documents and the response {len(predicted)}")
    try:
        rules = tuple(field_rules(fields or {}))
    except SettingsError as error:
        raise ValueError(str(error)) from error
    evaluation = RecordsEvaluation(RecordsOptions(rules, schema=_schema(schema)))
    sides = [{name: _plain(name, record) for name, record in _named(side)} for side in (gold, predicted)]
    compared = {
        name: evaluation.compare_values(*(side.get(name) for side in sides))
        for name in dict.fromkeys(name for side in sides for name in side)
    }
    return RecordsResult(evaluation, compared)


def _named(side: Records) -> Iterable[tuple[str, Any]]:
    if isinstance(side, Mapping):
        return [(str(name), record) for name, record in side.items()]
    return [(str(number), record) for number, record in enumerate(side, 1)]


def _schema(schema: Any) -> Mapping[str, Any] | None:
    """Return a JSON Schema; a pydantic model is converted to its schema."""
    made = getattr(schema, "model_json_schema", None)
    found = made() if callable(made) else schema
    if found is not None and not isinstance(found, Mapping):
        raise ValueError("schema must be a dict or a pydantic model class")
    return found


def _plain(document: str, value: Any) -> Plain:
    """Return a value as plain JSON, with exact numbers. Raises ValueError for any other value."""
    dumped = getattr(value, "model_dump", None)
    if callable(dumped):
        value = dumped(mode="json", by_alias=True)
    elif is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    elif isinstance(value, Enum):
        value = value.value
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, Mapping):
        return {str(name): _plain(document, each) for name, each in value.items()}
    if isinstance(value, Sequence | set | frozenset) and not isinstance(value, bytes):
        return [_plain(document, each) for each in value]
    if isinstance(value, int | float | Decimal):
        number = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
        return number if number.is_finite() else None
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    raise ValueError(f"document {document}: {value!r} is not a value of JSON")


def _python(value: Plain) -> Any:
    if not isinstance(value, Decimal):
        return value
    return int(value) if value == value.to_integral_value() and value.adjusted() < 300 else float(value)
