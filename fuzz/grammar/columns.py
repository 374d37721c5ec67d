"""Token columns with labels of entities: a key, and a response with some labels changed."""

from random import Random

from fuzz.grammar.words import WORDS, line_end, mostly, pair

_PREFIXES = ("IB", "IB", "IBES", "IBLU")
_TYPES = ("PER", "LOC", "ORG", "A-B")
_ODD = ("", "B", "B-", "b-PER", "X-PER", "I_LOC", "O O", "-", "\t", "PER", "0")
_LINES = ("# a comment\n", "#\n", "# O\n", "-DOCSTART- O\n", "-DOCSTART-\n\n", "  \n", "alone\n", "\t\n")


def workspace(chance: Random) -> dict[str, str]:
    """A key and a response of about the same tokens."""
    prefixes, between = chance.choice(_PREFIXES), mostly(chance, ("\t", " "), (" \t", "  "))
    sentences = [_sentence(chance, prefixes) for _ in range(chance.randint(1, 8))]
    key = _written(chance, sentences, between)
    changed = [_changed(chance, sentence, prefixes) for sentence in sentences if chance.random() < 0.97]
    response = _written(chance, changed, between)
    end = line_end(chance)
    if chance.random() < 0.15:
        key, response = _numbered(key, chance), _numbered(response, chance)
    return {
        "keytally.toml": pair("entities", "key.bio", "response.bio", chance),
        "key.bio": key.replace("\n", end),
        "response.bio": response.replace("\n", end),
    }


def _sentence(chance: Random, prefixes: str) -> list[tuple[str, str]]:
    words = (chance.choice(WORDS).replace(" ", "_") for _ in range(chance.randint(1, 9)))
    return [(word, _label(chance, prefixes)) for word in words]


def _label(chance: Random, prefixes: str) -> str:
    if chance.random() < 0.5:
        return "O"
    return mostly(chance, [f"{chance.choice(prefixes)}-{chance.choice(_TYPES)}"], _ODD, 0.03)


def _changed(chance: Random, sentence: list[tuple[str, str]], prefixes: str) -> list[tuple[str, str]]:
    """A sentence with some labels changed, and seldom a token lost."""
    kept = (row for row in sentence if chance.random() < 0.99)
    return [(word, _label(chance, prefixes) if chance.random() < 0.2 else label) for word, label in kept]


def _written(chance: Random, sentences: list[list[tuple[str, str]]], between: str) -> str:
    lines = (
        "".join(f"{_odd_line(chance)}{word}{between}{label}\n" for word, label in sentence)
        for sentence in sentences
    )
    return mostly(chance, ("\n",), ("\n\n", " \n"), 0.05).join(lines)


def _numbered(text: str, chance: Random) -> str:
    """The lines behind numbers, as CoNLL-U Plus has them, with a header that names the columns."""
    lines = (_behind_number(line, chance) for line in text.split("\n"))
    header = mostly(
        chance, ("# global.columns = ID FORM NER",), ("# global.columns = ID NER", "#global.columns=FORM")
    )
    return "\n".join([header, *lines])


def _behind_number(line: str, chance: Random) -> str:
    return f"{mostly(chance, '123', ('1-2', '8.1', '', '-'))}\t{line}" if line.strip() else line


def _odd_line(chance: Random) -> str:
    return chance.choice(_LINES) if chance.random() < 0.01 else ""
