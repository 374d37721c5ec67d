"""Small named-entity files of several annotators, and what is measured of them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from keytally.runs.agreement import agreement

TEXT = "<DOC>\n<DOCNO> {number} </DOCNO>\n<TXT>\n{text}\n</TXT>\n</DOC>\n"

TYPES = {"P": ("ENAMEX", "PERSON"), "O": ("ENAMEX", "ORGANIZATION"), "L": ("ENAMEX", "LOCATION")}


def tagged(words: str) -> str:
    """Words of which some are marked, `P:Ida_Wren met O:Orrin`, with tags; `_` stands for a blank."""
    return " ".join(map(_tagged, words.split()))


def _tagged(word: str) -> str:
    kind, colon, name = word.partition(":")
    if not colon:
        return word.replace("_", " ")
    tag, of = TYPES[kind]
    return f'<{tag} TYPE="{of}">{name.replace("_", " ")}</{tag}>'


def file_of(*documents: str, first: int = 1) -> str:
    """A file with documents, numbered from `first` on."""
    numbered = enumerate(documents, first)
    return "".join(TEXT.format(number=number, text=tagged(words)) for number, words in numbered)


def values_of(
    folder: Path, files: Mapping[str, str], done: Mapping[str, Sequence[str]] | None = None
) -> dict[str, Any]:
    """The values of `keytally.agreement` for named-entity files, as texts by the names of annotators."""
    paths = {}
    for name, text in files.items():
        paths[name] = folder / f"{name}.sgml"
        paths[name].write_text(text, encoding="utf-8")
    return agreement("named_entity", paths, done=done).values


def coefficient(values: Mapping[str, Any], name: str, *annotators: str) -> dict[str, Any]:
    """The coefficient with a name, of all annotators or of those that are named."""
    whom = list(annotators or values["annotators"])
    found: dict[str, Any] = next(
        each for each in values["coefficients"] if each["name"] == name and each["annotators"] == whom
    )
    return found
