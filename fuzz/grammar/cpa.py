"""Files of corpus pattern analysis: parses, clusters, patterns, and the ontology."""

import json
from random import Random

from fuzz.folders import examples
from fuzz.grammar.words import line_end, mostly, several, words

_TYPES = (
    "Human",
    "Artifact",
    "Vehicle",
    "Location",
    "Event",
    "Anything",
    "Nothing_Known",
    "Human | Artifact",
    "",
)
_SYNTAX = ("subj", "obj", "advprep", "v", "", "iobj", "acomp", "scomp", "Subj")
_TASKS = ("parsing", "clustering", "slots")


def workspace(chance: Random) -> dict[str, str]:
    """Two folders of a verb's files, scored by all three tasks."""
    end = line_end(chance)
    tokens = [words(chance, 1) for _ in range(chance.randint(3, 15))]
    files = {"keytally.toml": "".join(_pair(task) for task in _TASKS), "ontology.json": _ontology(chance)}
    for folder, tasks in (("key", ("task1/", "task2/", "task3/")), ("response", ("", "", ""))):
        files[f"{folder}/{tasks[0]}drift.parse"] = _parse(chance, tokens).replace("\n", end)
        files[f"{folder}/{tasks[1]}drift.clust"] = _clusters(chance, len(tokens)).replace("\n", end)
        files[f"{folder}/{tasks[2]}drift.pat"] = _patterns(chance).replace("\n", end)
    files["input/drift.txt"] = "".join(f"{at}\t{token}\n" for at, token in enumerate(tokens, 1))
    return files


def _pair(task: str) -> str:
    lines = ["[[pair]]", f'task = "cpa-{task}"', 'key = "key"', 'responses = ["response"]']
    return "\n".join([*lines, 'ontology = "ontology.json"', 'input = "input"', "", ""])


def _parse(chance: Random, tokens: list[str]) -> str:
    return "".join(_row(chance, at, token) for at, token in enumerate(tokens, 1))


def _row(chance: Random, at: int, token: str) -> str:
    number = mostly(chance, (str(at),), ("", "x", "1", "-1"), 0.03)
    columns = [number, token, chance.choice(_SYNTAX), chance.choice(_TYPES)]
    shown = columns[: int(mostly(chance, "4", "0123", 0.04))]
    return "\t".join(shown) + mostly(chance, ("\n",), ("\n\n", " \n", "\t\n"), 0.1)


def _clusters(chance: Random, most: int) -> str:
    return several(
        chance, 8, lambda: f"{_id(chance, most)}\t{mostly(chance, '123u', ('', 'x', ' ', '1 '))}\n"
    )


def _id(chance: Random, most: int) -> str:
    return mostly(chance, [str(at) for at in range(1, most + 1)], ("", "0", "x", "9" * 20, " 3"))


def _patterns(chance: Random) -> str:
    return several(chance, 5, lambda: "\t".join(_pattern(chance)) + "\n")


def _pattern(chance: Random) -> list[str]:
    width = 9 if chance.random() < 0.9 else chance.randint(0, 12)
    return [
        chance.choice(("", "", "past", "from")) if at in (5, 7) else chance.choice(_TYPES)
        for at in range(width)
    ]


def _ontology(chance: Random) -> str:
    kind = chance.random()
    if kind < 0.5:
        return examples()["cpa"]["ontology.json"]
    if kind < 0.9:
        return json.dumps(_tree(chance, 0), ensure_ascii=chance.random() < 0.5)
    return chance.choice(
        ("", "{", "[]", "null", '{"Anything": 1}', "[" * 500, '{"a": {"a": {}}}', '"x"', "1e999")
    )


def _tree(chance: Random, depth: int) -> object:
    """Terms with those below them, in the form of the example's ontology or of one near it."""
    return [_term(chance, depth) for _ in range(chance.randint(1, 3))]


def _term(chance: Random, depth: int) -> object:
    if chance.random() < 0.03:
        return chance.choice((None, 1, [], {}, "Human", {"sub": []}, {"term": 1}))
    term: dict[str, object] = {"term": chance.choice(_TYPES)}
    if depth < 4 and chance.random() < 0.6:
        term["sub"] = _tree(chance, depth + 1)
    return term
