"""Hostile files of lexical substitution."""

from collections.abc import Callable

from soak.shapes.shape import Shape

Text = Callable[[int], str]


def _shape(name: str, size: int, gold: Text, answers: Text, task: str = "best") -> Shape:
    def files(n: int) -> dict[str, str]:
        stated = f'[[pair]]\ntask = "lexsub-{task}"\nkey = "gold"\nresponses = ["response"]\n'
        return {"keytally.toml": stated, "gold": gold(n), "response": answers(n)}

    return Shape(f"lexsub: {name}", size, files, f"lexsub-{task}", "gold", "response")


def _words(n: int, counted: str = "") -> str:
    return ";".join(f"w{number}{counted}" for number in range(n))


SHAPES = (
    _shape(
        "items",
        2000,
        lambda n: "".join(f"side.n {i} :: a 2;b 1;\n" for i in range(n)),
        lambda n: "".join(f"side.n {i} :: a\n" for i in range(n)),
    ),
    _shape("one item", 2000, lambda n: "side.n 1 :: a 2;\n" * n, lambda n: "side.n 1 :: a\n" * n),
    _shape("substitutes", 2000, lambda n: f"side.n 1 :: {_words(n, ' 1')};\n", lambda n: "side.n 1 :: w1\n"),
    _shape("guesses", 2000, lambda n: "side.n 1 :: a 1;\n", lambda n: f"side.n 1 :: {_words(n)}\n"),
    _shape(
        "guesses by substitutes",
        1000,
        lambda n: f"side.n 1 :: {_words(n, ' 1')};\n",
        lambda n: f"side.n 1 :: {_words(n)}\n",
    ),
    _shape("colons", 5000, lambda n: "side.n 1 :: a 1;\n", lambda n: ":" * n),
    _shape(
        "semicolons", 5000, lambda n: "side.n 1 :: " + ";" * n, lambda n: "side.n 1 ::: " + ";" * n, "oot"
    ),
)
