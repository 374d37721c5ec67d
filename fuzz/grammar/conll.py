"""Coreference with a token a line: a key, and a response with some brackets changed."""

from random import Random

from fuzz.grammar.words import WORDS, line_end, mostly, pair

_ODD = ("", "(", ")", "(x)", "1(", "(1+2)", "||", "(1|", "7)", "* -", "\t", "(1)(2)")
_LINES = ("#begin document\n", "# begin document (x)\n", "#end document\n", "#\n", "  \n", "alone\n", "# -\n")


def workspace(chance: Random) -> dict[str, str]:
    """A key and a response of about the same documents."""
    between = mostly(chance, ("\t", " "), (" \t", "   "))
    names = [mostly(chance, (f"d{number}",), ("d0", "")) for number in range(chance.randint(1, 4))]
    documents = [(name, _tokens(chance)) for name in names]
    end = line_end(chance)
    files = {
        name: "".join(_written(chance, each, between) for each in documents if chance.random() < 0.97)
        for name in ("key.conll", "response.conll")
    }
    return {
        "keytally.toml": pair("conll-coreference", "key.conll", "response.conll", chance),
        **{name: text.replace("\n", end) for name, text in files.items()},
    }


def _tokens(chance: Random) -> list[str]:
    return [chance.choice(WORDS).replace(" ", "_") for _ in range(chance.randint(1, 25))]


def _written(chance: Random, document: tuple[str, list[str]], between: str) -> str:
    name, tokens = document
    cells = _cells(chance, len(tokens))
    rows = (
        f"{_odd_line(chance)}{between.join((name or 'x', '0', str(at), token, cell))}\n"
        for at, (token, cell) in enumerate(zip(tokens, cells, strict=True))
        if chance.random() < 0.995
    )
    body = "".join(f"{row}{_odd_blank(chance)}" for row in rows)
    end = mostly(chance, ("\n#end document\n",), ("", "\n"), 0.05)
    return f"#begin document ({name}); part 000\n{body}{end}"


def _cells(chance: Random, count: int) -> list[str]:
    """The brackets of some mentions, cell by cell; seldom odd ones."""
    cells: list[list[str]] = [[] for _ in range(count)]
    for _ in range(chance.randint(0, count // 2)):
        chain, start = chance.randint(1, 5), chance.randrange(count)
        last = min(count - 1, start + chance.choice((0, 0, 1, 3)))
        cells[start].append(f"({chain})" if start == last else f"({chain}")
        if last > start:
            cells[last].append(f"{chain})")
    return [mostly(chance, ("|".join(cell) or "-",), _ODD, 0.02) for cell in cells]


def _odd_blank(chance: Random) -> str:
    return "\n" if chance.random() < 0.1 else ""


def _odd_line(chance: Random) -> str:
    return chance.choice(_LINES) if chance.random() < 0.005 else ""
