"""Files of columns as plain lines, without a unit a sentence: enough to sum up millions of tokens."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.columns.formats.rows import DOCUMENT_START
from keytally.evaluations.columns.model import Scheme

_DOCUMENT = re.compile(rf"^{DOCUMENT_START}(?:[\t ][^\n]*)?$", re.M)
_EMPTY = re.compile(r"\n{3,}")
_ROW = re.compile(r"(?!#\t)[^\t\r ][^\r ]*\t(?:O|[BIESLU]-\S+)")

PART = 1 << 16
"""The fewest characters that are looked through for entities at once."""

BEGINNING = "OB"
"""The prefixes of labels of tokens that are in no entity, or in none with a token before, in any reading."""

_MORE = r"(?:[^\n]*\tI-\{type}\n)*"
RUNS = {
    Scheme.IOB2: re.compile(r"\tB-(\S+)\n(" + _MORE.format(type=1) + ")"),
    Scheme.IOB1: re.compile(r"\t[BI]-(\S+)\n(" + _MORE.format(type=1) + ")"),
    Scheme.IOBES: re.compile(r"\t(?:S|(B))-(\S+)\n((?(1)" + _MORE.format(type=2) + r"[^\n]*\tE-\2\n))"),
    Scheme.BILOU: re.compile(r"\t(?:U|(B))-(\S+)\n((?(1)" + _MORE.format(type=2) + r"[^\n]*\tL-\2\n))"),
}
"""The first label of an entity as a scheme has them, and the lines of its other tokens.

The last two groups are the type and these lines.
"""


class WholeText(NamedTuple):
    """A file with a tab between cells, and its sentences, which are parted by one empty line each.

    The text begins and ends with a line that is not empty; one line end stands behind the last one.
    """

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
    text = _trimmed(text)
    *sentences, last = text.split("\n\n")
    return WholeText(text, [*sentences, last[:-1]])


def _trimmed(text: str) -> str:
    """A text as a whole one is; most are so, and are not copied."""
    is_trimmed = text[:1] != "\n" and text[-1:] == "\n" and text[-2:] != "\n\n"
    return text if is_trimmed else text.strip("\n") + "\n"


def entities_by_type(whole: WholeText, scheme: Scheme) -> Counter[str] | None:
    """The number of entities of each type; None where a line is not plain or a label breaks the scheme.

    A line is plain if it has a token and a label and can be nothing but a token's.
    """
    text, sentences = whole
    if "\r" in text or " " in text or _starts_a_line("\t", text):
        return None
    if "#" in text and _starts_a_line("#\t", text):
        return None
    types, labels = Counter[str](), text.count("\tO\n")
    for start, end in _parts(text):
        runs = RUNS[scheme].findall(text, start, end)
        labels += len(runs) + "".join([run[-1] for run in runs]).count("\n")
        types.update([run[-2] for run in runs])
    return types if labels == text.count("\n") - len(sentences) + 1 else None


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """The places of whole sentences in turn, few enough for a processor's own memory."""
    end = 0
    while end < len(text):
        at = text.find("\n\n", end + PART)
        start, end = end, len(text) if at < 0 else at + 1
        yield start, end


def _starts_a_line(start: str, text: str) -> bool:
    return text.startswith(start) or f"\n{start}" in text


def begins_anew(line: str, other: str) -> bool:
    """Whether lines of a key and a response are empty, or in no entity, or in none with a token before."""
    if not line:
        return True
    if line[line.rfind("\t") + 1] not in BEGINNING:
        return False
    return other == line or other.rpartition("\t")[2][:1] in BEGINNING


def is_plain(line: str) -> bool:
    """Whether a line is plain, as `entities_by_type` has it."""
    return _ROW.fullmatch(line) is not None
