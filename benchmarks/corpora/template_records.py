"""Pairs of templates as JSON of any size, the same at every run: a record a line, as models are asked for."""

import json
from random import Random
from typing import Any

from benchmarks.corpora.texts import Texts

_TYPES = ("attack", "bombing", "arson", "kidnapping", "robbery")
_ROLES = ("PerpInd", "PerpOrg", "Target", "Victim", "Weapon")
_WORDS = ("armed", "men", "the", "office", "of", "mayor", "a", "bridge", "power", "line", "bank", "guard")
_LOST, _OTHER = 0.1, 0.1

Template = dict[str, Any]


def template_records(size: int) -> Texts:
    """A pair with sides of about so many characters: documents with up to three templates each."""
    chance = Random(19920615)
    key, response = list[str](), list[str]()
    count = 0
    while count < size:
        name = f"TST-{len(key):06}"
        templates = [_template(chance) for _ in range(chance.choice((0, 1, 1, 1, 2, 3)))]
        for side, own in ((key, templates), (response, _changed(chance, templates))):
            side.append(json.dumps({"docid": name, "templates": own}))
        count += len(key[-1])
    return Texts(*("".join(f"{record}\n" for record in side) for side in (key, response)))


def _template(chance: Random) -> Template:
    fills = {role: [_entity(chance) for _ in range(chance.choice((0, 0, 1, 1, 2)))] for role in _ROLES}
    return {"incident_type": chance.choice(_TYPES), **fills}


def _entity(chance: Random) -> list[str]:
    return [" ".join(chance.choices(_WORDS, k=chance.randint(1, 5))) for _ in range(chance.choice((1, 1, 2)))]


def _changed(chance: Random, templates: list[Template]) -> list[Template]:
    """The templates without some, and with some other types and entities."""
    kept = [dict(each) for each in templates if chance.random() >= _LOST]
    for template in kept:
        for role in _ROLES:
            template[role] = [
                _entity(chance) if chance.random() < _OTHER else each for each in template[role]
            ]
        if chance.random() < _OTHER:
            template["incident_type"] = chance.choice(_TYPES)
    return kept
