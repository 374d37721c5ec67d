"""Receipts as JSON records, the same at every run, and a response with disturbed values and items."""

import json
from itertools import count
from random import Random
from typing import Any

from benchmarks.corpora.texts import Texts

_LENGTH = 528
"""The mean number of characters of a record's line."""

Record = dict[str, Any]


def receipts(number: int, seed: int = 1) -> tuple[list[Record], list[Record]]:
    """Return receipts, and the same with a tenth of the values changed and items lost and added."""
    random = Random(seed)
    key = [_receipt(random) for _ in range(number)]
    return key, [_disturbed(record, random) for record in key]


def record_line(number: int, record: Record) -> str:
    """Return a line with a record and its id."""
    return json.dumps({"id": f"{number:05}", "record": record}) + "\n"


def record_lines(size: int) -> Texts:
    """Return a pair of JSON lines with sides of about so many characters."""
    sides = receipts(size // _LENGTH)
    return Texts(*("".join(map(record_line, count(), side)) for side in sides))


def _receipt(random: Random) -> Record:
    items = [_item(random) for _ in range(random.randint(2, 12))]
    total = {name: f"{random.randint(1, 999)},000" for name in ("total_price", "cashprice", "changeprice")}
    return {"menu": items, "total": total}


def _item(random: Random) -> dict[str, str]:
    name = " ".join(random.choices(("TEA", "COFFEE", "LATTE", "CAKE", "BREAD", "ICED", "HOT", "EGG"), k=3))
    return {"nm": name, "cnt": str(random.randint(1, 4)), "price": f"{random.randint(1, 99)},000"}


def _disturbed(record: Record, random: Random) -> Record:
    items = [_changed(item, random) for item in record["menu"] if random.random() > 0.05]
    if random.random() < 0.2:
        items.insert(0, _item(random))
    return {"menu": items, "total": _changed(record["total"], random)}


def _changed(values: dict[str, str], random: Random) -> dict[str, str]:
    return {name: f"{value}0" if random.random() < 0.1 else value for name, value in values.items()}
