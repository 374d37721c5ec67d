"""Hostile files of corpus pattern analysis."""

import json
from collections.abc import Callable

from soak.shapes.shape import Shape

Text = Callable[[int], str]


def _nothing(n: int) -> str:
    return json.dumps([{"term": "Anything", "sub": [{"term": "Human"}]}])


def _shape(name: str, size: int, task: str, key: Text, ontology: Text = _nothing, *options: str) -> Shape:
    suffix = {"parsing": "parse", "clustering": "clust", "slots": "pat"}[task]

    def files(n: int) -> dict[str, str]:
        stated = (
            f'[[pair]]\ntask = "cpa-{task}"\nkey = "key"\nresponses = ["response"]\nontology = "o.json"\n'
        )
        text = key(n)
        sides = {f"key/drift.{suffix}": text, f"response/drift.{suffix}": text}
        return {"keytally.toml": stated, **sides, "o.json": ontology(n)}

    return Shape(f"cpa: {name}", size, files, f"cpa-{task}", "key", "response", options)


def _rows(n: int) -> str:
    return "".join(f"{at}\tword\tsubj\tHuman\n" for at in range(1, n)) + f"{n}\tdrift\tv\t\n"


def _patterns(n: int) -> str:
    return "".join(f"Human\tT{at}\t\t\tpast\tHuman\t\t\n" for at in range(n))


def _chain(n: int) -> str:
    return '[{"term": "T", "sub": ' * n + "[]" + "}]" * n


SHAPES = (
    _shape("tokens", 1000, "parsing", _rows),
    _shape("instances", 1000, "clustering", lambda n: "".join(f"{at}\t{at % 9}\n" for at in range(n))),
    _shape("clusters", 500, "clustering", lambda n: "".join(f"{at}\t{at}\n" for at in range(n))),
    _shape("patterns", 30, "slots", _patterns),
    _shape("patterns, official", 30, "slots", _patterns, _nothing, "compatible=official"),
    _shape(
        "terms repeated",
        100,
        "slots",
        lambda n: "Human\tT1\t\t\t\t\t\t\n",
        lambda n: json.dumps([{"term": "T1", "sub": [{"term": "T1"}]} for _ in range(n)]),
    ),
    _shape(
        "terms",
        1000,
        "slots",
        lambda n: "Human\tT1\t\t\t\t\t\t\n",
        lambda n: json.dumps([{"term": f"T{i}"} for i in range(n)]),
    ),
    _shape("terms below terms", 50, "slots", lambda n: "Human\tT\t\t\t\t\t\t\n", _chain),
    _shape("types of a row", 500, "parsing", lambda n: "1\ta\tsubj\t" + "Human|" * n + "x\n2\tdrift\tv\t\n"),
)
