"""Random changes of records, in which programs meet what the recorded documents do not contain."""

from random import Random
from typing import Any

from keytally.families.records.programs.shared import Document

VALUES: tuple[Any, ...] = (
    *(None, True, False, "", " ", 0, 1, 1.0, -3, 12.5, 0.1234567891, 1e22, 10**25, "0", "007", "1,234", "$5"),
    *(
        "(1,234.50)",
        "12.90",
        "12.9",
        "-1.5",
        "1.5-",
        "50%",
        "3.0",
        "1234567.123456789",
        "N/A",
        "n/a",
        "-",
        "--",
    ),
    *(
        "2024-01-05",
        "01/05/2024",
        "5 January 2024",
        "Jan 5, 2024",
        "January 5 2024",
        "05.01.2024",
        "5-Jan-2024",
    ),
    *("5Jan2024", "2024/01/05", "1/5/24", "2024-01-05T00:00:00", "2024-01-05T10:20:30Z", "2024-01-05 10:20"),
    *("Friday January 5, 2024", "Fri Jan 5 2024", "January 5 ,2024", "03-04-2024", "13-04-99", "2024-13-05"),
    *(
        "31/12/2024",
        "12/31/1850",
        "on 2024-01-05",
        "2024-01-05 10:20 PM",
        "5 of January 2024",
        "2024-01-05-06",
    ),
    *(
        "ACME Corp.",
        "acme corp",
        "Müller",
        "Muller",
        "• item",
        "item",
        "Fund [1]",
        "Fund",
        "a–b",
        "a-b",
        "½",
        "10²",
    ),
    *(
        "and/or",
        "A(B)C",
        "abc",
        "x  y",
        "x y",
        "x\ny",
        "The lessee, shall pay!",
        "the lessee shall pay",
        [],
        {},
    ),
    *(
        ["a", "b"],
        ["b", "a"],
        ["a"],
        [1, 1.0],
        [[1, 2], [3]],
        [[]],
        {"value": 5, "confidence": 0.5},
        {"value": 5},
    ),
    *("Supreme Court of Ohio", "supreme court  of Ohio.", "Supreme Cort of Ohio", "1.5 mg", "512.784.7407"),
)
"""Values that programs treat differently."""


def perturbed(document: Document, random: Random, strength: float) -> Document:
    """Return a document with changes on both sides; `strength` is the share of values that change."""
    name, key, response, schema = document
    pool = list(_scalars(key))
    changed = [
        _changed(key, random, strength * random.choice((0, 0.3)), pool),
        _changed(random.choice((key, response or key)), random, strength, pool),
    ]
    return name, changed[0], changed[1], schema


def _scalars(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [each for item in value.values() for each in _scalars(item)]
    if isinstance(value, list):
        return [each for item in value for each in _scalars(item)]
    return [value]


def _changed(value: Any, random: Random, strength: float, pool: list[Any]) -> Any:
    if isinstance(value, dict):
        found = {
            name: _changed(item, random, strength, pool)
            for name, item in value.items()
            if random.random() > strength / 4
        }
        if random.random() < strength / 4:
            extra = random.choice(("extra", "description", "court", "name_citations", "name_meta", "value"))
            found[extra] = random.choice(VALUES)
        return found
    if isinstance(value, list):
        items = [_changed(item, random, strength, pool) for item in value if random.random() > strength / 4]
        if random.random() < strength:
            random.shuffle(items)
        if items and random.random() < strength:
            items.insert(random.randrange(len(items) + 1), _changed(random.choice(items), random, 0.2, pool))
        return items
    if random.random() < strength:
        return random.choice(pool if random.random() < 0.4 else VALUES)
    if isinstance(value, str) and random.random() < strength:
        return random.choice((value.upper(), f" {value} ", value.replace(" ", "  "), f"{value}.", value[:-1]))
    return value
