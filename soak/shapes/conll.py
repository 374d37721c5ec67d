"""Hostile files of chains."""

from collections.abc import Callable

from soak.shapes.shape import Shape

_HEAD = "# newdoc id = d\n# global.Entity = eid-etype-head-other\n"
_CELLS = "\t_" * 7 + "\t"


def _corefud(name: str, size: int, text: Callable[[int], str]) -> Shape:
    def files(n: int) -> dict[str, str]:
        stated = '[[pair]]\ntask = "conll-coreference"\nkey = "key.conllu"\nresponses = ["response.conllu"]\n'
        return {"keytally.toml": stated, "key.conllu": text(n), "response.conllu": text(n)}

    return Shape(f"CorefUD: {name}", size, files, "conll-coreference", "key.conllu", "response.conllu")


def _mentions(n: int, closed: Callable[[int], int]) -> str:
    """As many mentions in one sentence: all are opened, then closed in an order."""
    cells = [f"(e{at}-x-1-o" for at in range(n)] + [f"e{closed(at)})" for at in range(n)]
    rows = (f"{at}\tw{_CELLS}Entity={cell}\n" for at, cell in enumerate(cells, 1))
    return _HEAD + "".join(rows) + "\n"


SHAPES = (
    _corefud("mentions within mentions", 1000, lambda n: _mentions(n, lambda at: n - 1 - at)),
    _corefud("mentions that cross", 1000, lambda n: _mentions(n, lambda at: at)),
)
