"""Coreference in CorefUD: a key and a response, with empty nodes and mentions of several parts."""

from random import Random

from fuzz.grammar.words import WORDS, line_end, mostly, pair

_ODD = (
    *("Entity=", "Entity=(", "Entity=e1)", "Entity=(e1[1/2]-x-1-)", "Entity=()"),
    *("|", "", "Entity=((e1)", "A=b|"),
)
_LINES = (
    *("# newdoc\n", "# global.Entity = etype-eid\n", "# text = x\n"),
    *("1\tone\n", "\n\n", "9-10\tx" + "\t_" * 8 + "\n"),
)


def workspace(chance: Random) -> dict[str, str]:
    """A key and a response of about the same documents."""
    documents = [_words(chance) for _ in range(chance.randint(1, 3))]
    end = line_end(chance)
    files = {
        name: "".join(_written(chance, f"d{at}", words) for at, words in enumerate(documents))
        for name in ("key.conllu", "response.conllu")
    }
    return {
        "keytally.toml": pair("conll-coreference", "key.conllu", "response.conllu", chance),
        **{name: text.replace("\n", end) for name, text in files.items()},
    }


def _words(chance: Random) -> list[list[str]]:
    """The words of some sentences; "" is an empty node."""
    return [
        [chance.choice(["", *WORDS]) if at else chance.choice(WORDS) for at in range(chance.randint(1, 12))]
        for _ in range(chance.randint(1, 4))
    ]


def _written(chance: Random, name: str, sentences: list[list[str]]) -> str:
    fields = mostly(chance, ("eid-etype-head-other",), ("eid", "eid-head", "etype-eid", ""))
    head = mostly(chance, (f"# newdoc id = {name}\n",), ("# newdoc\n", ""), 0.05)
    rows = "".join(f"{_sentence(chance, words)}\n" for words in sentences)
    return f"{head}# global.Entity = {fields}\n{rows}"


def _sentence(chance: Random, words: list[str]) -> str:
    cells, rows, number, part = _cells(chance, len(words)), [], 0, 0
    for word, cell in zip(words, cells, strict=True):
        number, part = (number, part + 1) if not word else (number + 1, 0)
        first = f"{number}.{part}" if part else str(number)
        head = "_\t_\t1:dep" if part else f"{chance.randint(0, len(words))}\tdep\t_"
        rows.append(f"{first}\t{word or '_'}\t_\t_\t_\t_\t{head}\t{cell}\n")
        if chance.random() < 0.005:
            rows.append(chance.choice(_LINES))
    return "".join(rows)


def _cells(chance: Random, count: int) -> list[str]:
    """The last cells, with the brackets of some mentions; seldom odd ones."""
    opening, closing = ([""] * count for _ in range(2))
    for _ in range(chance.randint(0, count // 2)):
        name, start = f"e{chance.randint(1, 5)}", chance.randrange(count)
        last = min(count - 1, start + chance.choice((0, 0, 1, 3)))
        parts = [(start, last)]
        if last + 2 < count and chance.random() < 0.15:
            parts.append((last + 2, last + 2))
        for at, (first, end) in enumerate(parts, start=1):
            title = f"{name}[{at}/{len(parts)}]" if len(parts) > 1 else name
            fields = f"({title}-x-{chance.randint(1, end - first + 1)}-"
            opening[first] += f"{fields})" if first == end else fields
            if end > first:
                closing[end] = f"{title}){closing[end]}"
    brackets = (f"Entity={before}{behind}" for before, behind in zip(closing, opening, strict=True))
    return [mostly(chance, (each if each != "Entity=" else "_",), _ODD, 0.02) for each in brackets]
