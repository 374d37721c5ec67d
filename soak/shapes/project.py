"""Hostile project files and configurations."""

from collections.abc import Callable

from fuzz.folders import examples
from soak.shapes.shape import Shape

Text = Callable[[int], str]


def _project(name: str, size: int, text: Text) -> Shape:
    def files(n: int) -> dict[str, str]:
        return {**examples()["m2"], "keytally.toml": text(n)}

    return Shape(f"keytally.toml: {name}", size, files, "m2", "gold.m2", "response.txt", commands=("check",))


def _configuration(name: str, size: int, text: Text) -> Shape:
    def files(n: int) -> dict[str, str]:
        known = dict(examples()["named_entity"])
        return {**known, "ne.config": known["ne.config"] + text(n)}

    commands = ("check",)
    return Shape(
        f"configuration: {name}", size, files, "named_entity", "key.sgml", "response.sgml", commands=commands
    )


_PAIR = '[[pair]]\ntask = "m2"\nkey = "gold.m2"\nresponses = ["response{}.txt"]\n'

SHAPES = (
    _project("pairs", 100, lambda n: "".join(_PAIR.format(number) for number in range(n))),
    _project("the same pair", 100, lambda n: _PAIR.format("") * n),
    _project("dotted keys", 100, lambda n: ".".join("a" * n) + " = 1\n"),
    _project("tables", 500, lambda n: "".join(f"[t{number}]\n" for number in range(n))),
    _project("brackets", 100, lambda n: "a = " + "[" * n + "]" * n + "\n"),
    _project("comments", 5000, lambda n: "# comment\n" * n),
    _configuration("unknown options", 300, lambda n: "".join(f":option{i} x\n" for i in range(n))),
    _configuration("the same option", 300, lambda n: ":doc_sections TXT\n" * n),
    _configuration("words of an option", 2000, lambda n: ":premodifiers " + "a " * n + "\n"),
    _configuration(
        "classes", 300, lambda n: ":class_defs\n" + "".join(f'"c{i} c{i} scored 0"\n' for i in range(n))
    ),
    _configuration("quotes", 2000, lambda n: '"' * n + "\n"),
)
