"""Templates and roles as JSON: a key of a record a line, and a response in either form, seldom well kept."""

import json
from random import Random
from typing import Any

from fuzz.grammar.words import line_end, mostly, pair, words

_ROLES = ("PerpInd", "Target", "Weapon", "")
_TYPES = ("attack", "bombing", "attack / bombing", "")
_ODD: tuple[Any, ...] = (None, "alone", 3, [], {}, [["a", "b"], 7], True)
_PIECES = ("{", "}", "[", "]", ",", ":", '"', "\\", "\n", " ", "null", "\t", '"docid":', "}\n{", "},{")


def workspace(chance: Random) -> dict[str, str]:
    """A key and a response of about the same documents."""
    content = chance.choice(("templates", "extracts"))
    names = [mostly(chance, (f"TST1-MUC3-{at:04}",), ("x", "10001", ""), 0.04) for at in range(1, 7)]
    key = [{"docid": name, "doctext": words(chance, 9), content: _content(chance, content)} for name in names]
    response = {
        name.replace("TST1-MUC3-", "1"): {f"pred_{content}": _content(chance, content)} for name in names
    }
    by_line = [{"docid": name, content: _content(chance, content)} for name in names]
    end = line_end(chance)
    found = (
        json.dumps(chance.choice((by_line, response)), indent=chance.choice((None, 1)))
        if chance.random() < 0.5
        else _listed(_lines(by_line), chance)
    )
    task = "template-filling" if content == "templates" else "role-filling"
    return {
        "keytally.toml": pair(task, "key.jsonl", "response.json", chance),
        "key.jsonl": _spoilt(chance, _lines(key)).replace("\n", end),
        "response.json": _spoilt(chance, found).replace("\n", end),
    }


def _content(chance: Random, content: str) -> Any:
    if chance.random() < 0.03:
        return chance.choice(_ODD)
    if content == "extracts":
        return _roles(chance)
    return [{"incident_type": chance.choice(_TYPES), **_roles(chance)} for _ in range(chance.randint(0, 4))]


def _roles(chance: Random) -> dict[str, Any]:
    return {
        role: [_entity(chance) for _ in range(chance.randint(0, 3))]
        for role in _ROLES
        if chance.random() < 0.7
    }


def _entity(chance: Random) -> Any:
    if chance.random() < 0.03:
        return chance.choice(_ODD)
    mentions = [words(chance, 2) for _ in range(chance.randint(1, 3))]
    return mentions if chance.random() < 0.6 else [[each, chance.randint(0, 40)] for each in mentions]


def _lines(records: list[dict[str, Any]]) -> str:
    return "".join(f"{json.dumps(each)}\n" for each in records)


def _listed(lines: str, chance: Random) -> str:
    """Lines of records, or a list with a record a line."""
    if chance.random() < 0.5:
        return lines
    before, after = chance.choice((("[", "]\n"), ("[\n", "\n]\n")))
    return f"{before}{lines.strip()}{after}".replace("}\n{", "},\n{")


def _spoilt(chance: Random, text: str) -> str:
    """A text, seldom with pieces of JSON put in or characters taken out."""
    for _ in range(chance.choice((0, 0, 0, 1, 3))):
        place = chance.randint(0, len(text))
        text = text[:place] + chance.choice(_PIECES) + text[place + chance.randint(0, 2) :]
    return text
