"""Files keytally.toml, around the files of an example."""

from random import Random

from fuzz.folders import examples
from fuzz.grammar.words import mostly, several

_NAMES = (
    "task",
    "key",
    "responses",
    "texts",
    "config",
    "bnf",
    "encoding",
    "ontology",
    "input",
    "options",
    "x",
)
_VALUES = (
    *(
        '"named_entity"',
        '"key.sgml"',
        '["response*.sgml"]',
        '"texts.sgml"',
        '"muc6-ne"',
        '"latin-1"',
        '"../key.sgml"',
    ),
    *(
        "1",
        "true",
        "[]",
        '""',
        '["", 1]',
        "{}",
        "1979-05-27",
        '"/dev/null"',
        '"**/*"',
        '"["',
        "nan",
        '"key.sgml/x"',
    ),
    *(
        '"' + "x" * 300 + '"',
        '"a\\u0000b"',
        "'''x\n'''",
        '"~/x"',
        '"*"',
        '["**"]',
        '"."',
        '".."',
        '"response.sgml"',
    ),
)
_TABLES = (
    "[[pair]]",
    "[[pair]]",
    "[[pair]]",
    "[rules]",
    "[pair]",
    "[[rules]]",
    "[a.b]",
    "[pair.options]",
    "[",
)


def workspace(chance: Random) -> dict[str, str]:
    """An example whose project file is another."""
    files = dict(examples()[chance.choice(sorted(examples()))])
    files["keytally.toml"] = several(chance, 4, lambda: _table(chance))
    return files


def _table(chance: Random) -> str:
    lines = several(chance, 6, lambda: _line(chance))
    return f"{chance.choice(_TABLES)}\n{lines}\n"


def _line(chance: Random) -> str:
    name = mostly(chance, _NAMES, ("select", "ignore", "severity", "a.b", '"x y"', ""), 0.2)
    return mostly(
        chance, (f"{name} = {chance.choice(_VALUES)}\n",), (f"{name}\n", "= 1\n", "# x\n", "\r"), 0.05
    )
