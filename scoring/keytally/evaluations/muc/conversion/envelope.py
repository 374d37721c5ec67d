"""The markup around a text that has none: what a plain text needs to be a document of SGML."""

import re
from typing import NamedTuple

_DOCUMENT = re.compile(
    r"<DOC>\n(?:<DOCNO> (?P<name>[^\n<>]+) </DOCNO>\n)?<TXT>\n(?P<text>[^\0]*)\n</TXT>\n</DOC>\n"
)
_TAG = re.compile(r"</?[A-Za-z]")


class Enveloped(NamedTuple):
    """The name of a document, its text, and where the text starts."""

    name: str
    text: str
    start: int


def opened(document: str) -> Enveloped | None:
    """The text in an envelope; None for a document with other markup."""
    found = _DOCUMENT.fullmatch(document)
    if found is None or _TAG.search(found["text"]):
        return None
    return Enveloped(found["name"] or "", found["text"], found.start("text"))


def begins_document(text: str) -> bool:
    """Whether a text has the markup of a document already."""
    return re.match(r"<DOC(?=[\s>])", text, re.IGNORECASE) is not None


def enveloped(name: str, text: str) -> Enveloped:
    """The text of a document around a text without markup, and where the text starts in it."""
    number = f"<DOCNO> {name} </DOCNO>\n" if name else ""
    opening = f"<DOC>\n{number}<TXT>\n"
    return Enveloped(name, f"{opening}{text}\n</TXT>\n</DOC>\n", len(opening))
