"""Hostile templates as JSON."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from soak.shapes.shape import Shape

Template = dict[str, Any]

_ROLES = ("PerpInd", "PerpOrg", "Target", "Victim", "Weapon")


def _shape(name: str, size: int, template: Callable[[int, int, Random], Template]) -> Shape:
    """`template` gives the template of a number, out of how many, with random numbers."""

    def files(n: int) -> dict[str, str]:
        stated = '[[pair]]\ntask = "template-filling"\nkey = "key.jsonl"\nresponses = ["response.json"]\n'
        key, response = ([template(i, n, random) for i in range(n)] for random in (Random(1), Random(2)))
        gold = {"docid": "TST3-MUC4-0001", "doctext": "", "templates": [*map(_with_offsets, key)]}
        predicted = {"30001": {"pred_templates": response}}
        return {
            "keytally.toml": stated,
            "key.jsonl": json.dumps(gold) + "\n",
            "response.json": json.dumps(predicted) + "\n",
        }

    return Shape(f"template JSON: {name}", size, files, "template-filling", "key.jsonl", "response.json")


def _with_offsets(template: Template) -> Template:
    return {
        role: value if isinstance(value, str) else [[[mention, 0] for mention in entity] for entity in value]
        for role, value in template.items()
    }


def _names(number: int, of: int, random: Random) -> Template:
    return {"incident_type": "attack", "Victim": [[f"man {number}"]]}


def _strangers(number: int, of: int, random: Random) -> Template:
    return {"incident_type": "attack", "Victim": [[f"man {random.random()}"]]}


def _mixed(number: int, of: int, random: Random) -> Template:
    roles = random.sample(_ROLES, 2)
    return {"incident_type": "attack", **{role: [[f"name {random.randrange(of)}"]] for role in roles}}


SHAPES = (
    _shape("templates of one type", 75, _names),
    _shape("templates of one type, no two alike", 75, _strangers),
    _shape("templates of one type that share names", 75, _mixed),
)
