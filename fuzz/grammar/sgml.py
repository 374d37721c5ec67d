"""Keys, responses and texts of named entities and of coreference."""

import re
from collections.abc import Callable
from random import Random

from fuzz.grammar import config
from fuzz.grammar.words import line_end, mostly, pair, several, words

_ELEMENTS = {
    "ENAMEX": ("PERSON", "ORGANIZATION", "LOCATION"),
    "TIMEX": ("DATE", "TIME"),
    "NUMEX": ("MONEY", "PERCENT"),
}
_TAG = re.compile(r"</?(?:ENAMEX|TIMEX|NUMEX|COREF)\b[^<>]*>")
_BROKEN = (
    "<",
    ">",
    "</ENAMEX>",
    "</COREF>",
    "<ENAMEX",
    '<COREF ID="1',
    "&lt;",
    "<!-- x -->",
    "</TXT>",
    "<p>",
)
_ODD_ATTRIBUTES = (
    ' X="1"',
    ' ALT="',
    ' STATUS="OPT" STATUS="OPT"',
    " ALT=x",
    ' MIN=""',
    " ID",
    ' TYPE=""',
    ' REF="0"',
)
Body = Callable[[Random, int], str]


def named_entity(chance: Random) -> dict[str, str]:
    """A workspace of the named-entity task."""
    return _workspace(chance, "named_entity", _names, ("muc6-ne", "muc7-ne"))


def coreference(chance: Random) -> dict[str, str]:
    """A workspace of the coreference task."""
    return _workspace(chance, "coreference", _mentions, ("muc6-co", "muc7-co"))


def _workspace(chance: Random, task: str, body: Body, built_in: tuple[str, ...]) -> dict[str, str]:
    numbers = [
        mostly(chance, (str(at),), ("1", "2", "", " ", "x y"), 0.1) for at in range(1, chance.randint(2, 5))
    ]
    key = [_document(chance, number, body) for number in numbers]
    response = [
        part if chance.random() < 0.3 else _document(chance, number, body)
        for part, number in zip(key, numbers, strict=True)
    ]
    if chance.random() < 0.3:
        chance.shuffle(response)
    texts = [_TAG.sub("", part) for part in key]
    end = line_end(chance)
    own = chance.random() < 0.4
    chosen = "own.config" if own else chance.choice(built_in)
    files = {
        "keytally.toml": pair(task, "key.sgml", "response.sgml", chance, texts="texts.sgml", config=chosen),
        "key.sgml": "".join(key).replace("\n", end),
        "response.sgml": "".join(response).replace("\n", end),
        "texts.sgml": "".join(texts).replace("\n", end),
    }
    return {**files, "own.config": config.generated(chance, task)} if own else files


def _document(chance: Random, number: str, body: Body) -> str:
    docno = mostly(chance, ("DOCNO",), ("DOCID", "docno", "DOC_NO"))
    texts = several(chance, 3, lambda: f"<p>\n{body(chance, 0)}\n</p>\n")
    head = f"<HL> {body(chance, 1)} </HL>\n" if chance.random() < 0.5 else ""
    start = mostly(chance, ("<DOC>\n",), ("", "<doc>\n", "<DOC>", "<DOC id=1>\n"))
    end = mostly(chance, ("</DOC>\n",), ("", "</DOC>", "</doc>\n", "</DOC>\nbetween\n"))
    return f"{start}<{docno}> {number} </{docno}>\n{head}<TXT>\n{texts}</TXT>\n{end}"


def _names(chance: Random, depth: int) -> str:
    return several(chance, 5, lambda: _name(chance, depth), " ")


def _name(chance: Random, depth: int) -> str:
    if chance.random() < 0.4:
        return words(chance)
    if chance.random() < 0.05:
        return chance.choice(_BROKEN)
    element = chance.choice(sorted(_ELEMENTS))
    types = chance.choices(_ELEMENTS[element], k=chance.choice((1, 1, 1, 2)))
    attributes = f' TYPE="{mostly(chance, ("|".join(types),), ("PERSN", "", "person", "|"))}"'
    if chance.random() < 0.2:
        attributes += f' ALT="{several(chance, 3, lambda: words(chance, 2), "|")}"'
    inner = _names(chance, depth + 1) if depth < 2 and chance.random() < 0.1 else words(chance, 3)
    return _element(chance, element, attributes, inner)


def _mentions(chance: Random, depth: int) -> str:
    return several(chance, 5, lambda: _mention(chance, depth), " ")


def _mention(chance: Random, depth: int) -> str:
    if chance.random() < 0.3:
        return words(chance)
    if chance.random() < 0.05:
        return chance.choice(_BROKEN)
    attributes = f' ID="{mostly(chance, [str(n) for n in range(12)], ("", "x", "1 2"))}"'
    if chance.random() < 0.6:
        attributes += f' TYPE="IDENT" REF="{mostly(chance, [str(n) for n in range(12)], ("", "99", "x"))}"'
    inner = _mentions(chance, depth + 1) if depth < 3 and chance.random() < 0.3 else words(chance, 4)
    if chance.random() < 0.3:
        own = inner.split(" ")[-1].replace('"', "")
        attributes += f' MIN="{mostly(chance, (words(chance, 1), own), ("|", "no"))}"'
    return _element(chance, "COREF", attributes, inner)


def _element(chance: Random, element: str, attributes: str, inner: str) -> str:
    if chance.random() < 0.15:
        attributes += ' STATUS="OPT"'
    if chance.random() < 0.05:
        attributes += chance.choice(_ODD_ATTRIBUTES)
    end = mostly(chance, (f"</{element}>",), ("", f"</{element.lower()}>", "</TIMEX>", f"</{element}"), 0.04)
    return f"<{element}{attributes}>{inner}{end}"
