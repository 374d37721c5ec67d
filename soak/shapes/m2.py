"""Hostile files of the M2 scorer."""

from collections.abc import Callable

from soak.shapes.shape import Shape

Text = Callable[[int], str]


def _shape(name: str, size: int, gold: Text, output: Text, *options: str) -> Shape:
    def files(n: int) -> dict[str, str]:
        stated = '[[pair]]\ntask = "m2"\nkey = "gold.m2"\nresponses = ["response.txt"]\n'
        return {"keytally.toml": stated, "gold.m2": gold(n), "response.txt": output(n)}

    return Shape(f"m2: {name}", size, files, "m2", "gold.m2", "response.txt", options)


def _edit(at: int, annotator: int = 0, correction: str = "x") -> str:
    return f"A {at} {at + 1}|||T|||{correction}|||REQUIRED|||-NONE-|||{annotator}\n"


def _tokens(n: int) -> str:
    return " ".join(f"w{number}" for number in range(n))


SHAPES = (
    _shape("sentences", 300, lambda n: f"S a b c\n{_edit(1)}\n" * n, lambda n: "a x c\n" * n),
    _shape(
        "annotators",
        100,
        lambda n: "S a b c d\n" + "".join(_edit(1, who) for who in range(n)) + "\n",
        lambda n: "a x c d\n",
    ),
    _shape(
        "annotators, long changes",
        50,
        lambda n: "S a b c\n" + "".join(_edit(1, who, f"x{who}||{_tokens(200)}") for who in range(n)) + "\n",
        lambda n: f"a {_tokens(200)} c\n",
    ),
    _shape(
        "edits of a sentence",
        50,
        lambda n: f"S {_tokens(n)}\n" + "".join(_edit(at) for at in range(n)) + "\n",
        lambda n: f"{_tokens(n)}\n",
    ),
    _shape("edits at one place", 200, lambda n: "S a b\n" + _edit(0) * n + "\n", lambda n: "x b\n"),
    _shape(
        "alternatives of an edit",
        1000,
        lambda n: "S a b\n" + _edit(0, 0, "||".join(f"c{i}" for i in range(n))) + "\n",
        lambda n: "c1 b\n",
    ),
    _shape(
        "alternatives, a long change",
        200,
        lambda n: "S a b\n" + _edit(0, 0, "||".join(f"c{i}" for i in range(n))) + "\n",
        lambda n: f"{_tokens(n)} b\n",
    ),
    _shape("blank lines", 5000, lambda n: f"S a\n{_edit(0)}" + "\n" * n, lambda n: "\n" * n),
    _shape("bars", 5000, lambda n: "S a\nA 0 1" + "|" * n + "\n\n", lambda n: "a\n"),
)
