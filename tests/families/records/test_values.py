"""Records that are plain values of Python."""

import datetime
from dataclasses import dataclass
from decimal import Decimal

import pytest

import keytally

GOLD = [{"shop": "Wren & Sons", "items": [{"name": "tea", "price": 2.5}], "date": datetime.date(2026, 3, 2)}]
FOUND = [{"shop": "WREN & SONS", "items": [{"name": "tea", "price": "2.50"}], "date": "2026-03-03"}]


@dataclass
class Receipt:
    """A record that is no dict."""

    shop: str
    total: float | None = None


def test_fields() -> None:
    result = keytally.records(GOLD, FOUND)
    assert result.fields["items[].price"]["cor"] == 1
    assert result.to_dict()["totals"]["inc"] == 1
    assert (result.precision, result.recall, result.f) == (75, 75, 75)
    assert result.differences() == [
        {
            "document": "1",
            "field": "date",
            "verdict": "inc",
            "key": "2026-03-02",
            "response": "2026-03-03",
        }
    ]
    assert "items[].price" in str(result)


def test_comparators() -> None:
    fields = {"items[].price": {"compare": "number", "tolerance": "1%"}, "date": "ignore", "shop": "exact"}
    result = keytally.records(GOLD, FOUND, fields=fields)
    assert result.fields["date"]["non"] == 1
    assert result.fields["shop"]["inc"] == 1


def test_similar() -> None:
    result = keytally.records(
        {"a": {"x": "Kellow Press"}}, {"a": {"x": "Kelow Press"}}, fields={"x": "similar"}
    )
    assert result.f == 100


def test_objects() -> None:
    result = keytally.records(
        {"a": Receipt("x", 0.1)}, {"a": {"shop": "x", "total": Decimal("0.10")}, "b": None}
    )
    assert result.f == 100


def test_schema() -> None:
    schema = {"properties": {"code": {"enum": ["A", "a"]}}}
    assert keytally.records([{"code": "A"}], [{"code": "a"}], schema=schema).f == 0


@pytest.mark.parametrize(
    ("gold", "predicted", "fields"),
    [
        ([{}], {"a": {}}, {}),
        ([{}], [], {}),
        ([{"a": object()}], [{}], {}),
        ([{}], [{}], {"a": "fuzzy"}),
        ([{}], [{}], {"a": {"compare": "number", "tolerance": "x"}}),
    ],
)
def test_wrong_arguments(gold: object, predicted: object, fields: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        keytally.records(gold, predicted, fields=fields)  # type: ignore[arg-type]
