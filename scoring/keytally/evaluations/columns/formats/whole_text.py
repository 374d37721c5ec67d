"""Files of columns as plain lines, without a unit a sentence: enough to sum up millions of tokens."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from keytally.evaluations.columns.formats.rows import DOCUMENT_START
from keytally.evaluations.columns.model import Scheme

_DOCUMENT = re.compile(rf"^{DOCUMENT_START}(?:[\t ][^\n]*)?$", re.M)
_EMPTY = re.compile(r"\n{3,}")
_ROW = re.compile(r"(?!#\t)[^\t\r ][^\r ]*\t(O|[BIESLU]-\S+)")
_NO_TOKEN = re.compile(r"\n(?:\t|#\t)")

_MORE = r"(?:\n[^\n]*\tI-\{type}(?=\n))*"
RUNS = {
    Scheme.IOB2: re.compile(r"(\tB-(\S+)" + _MORE.format(type=2) + r"\n)"),
    Scheme.IOB1: re.compile(r"(\t[BI]-(\S+)" + _MORE.format(type=2) + r"\n)"),
    Scheme.IOBES: re.compile(r"(\t(?:S|(B))-(\S+)(?(2)" + _MORE.format(type=3) + r"\n[^\n]*\tE-\3)\n)"),
    Scheme.BILOU: re.compile(r"(\t(?:U|(B))-(\S+)(?(2)" + _MORE.format(type=3) + r"\n[^\n]*\tL-\3)\n)"),
}
"""The labels of an entity with the tokens between them, as a scheme has them; the last group is the type."""


class WholeText(NamedTuple):
    """A file with a tab between cells, and its sentences, which are parted by one empty line each."""

    text: str
    sentences: Sequence[str]


def whole_text(text: str, *, all_tokens: bool = False) -> WholeText:
    """A text with a tab between cells, without the lines that begin documents.

    With `all_tokens` such a line is a token's, as in `lines_of`. A line that may begin a document otherwise
    keeps a blank, so that it is not plain.
    """
    if "\t" not in text:
        text = text.replace(" ", "\t")
    if not all_tokens and DOCUMENT_START in text:
        text = _EMPTY.sub("\n\n", _DOCUMENT.sub("", text)).replace(DOCUMENT_START, f" {DOCUMENT_START}")
    bare = text.strip("\n")
    return WholeText(f"\n{bare}\n", bare.split("\n\n"))


def entities_by_type(whole: WholeText, scheme: Scheme) -> Counter[str] | None:
    """The number of entities of each type; None where a line is not plain or a label breaks the scheme.

    A line is plain if it has a token and a label and can be nothing but a token's.
    """
    text, sentences = whole
    if "\r" in text or " " in text or _NO_TOKEN.search(text):
        return None
    runs = RUNS[scheme].findall(text)
    labels = text.count("\tO\n") + "".join([run[0] for run in runs]).count("\n")
    if labels != text.count("\n") - len(sentences):
        return None
    return Counter([run[-1] for run in runs])


def is_outside(line: str) -> bool:
    """Whether a line is empty, or its token is in no entity."""
    return not line or line.endswith("\tO")


def plain_label(line: str) -> str | None:
    """The label of a plain line; None for any other line."""
    found = _ROW.fullmatch(line)
    return None if found is None else found[1]
