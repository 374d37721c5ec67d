"""Files of columns as plain lines, without a unit a sentence: enough to sum up millions of tokens."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from keytally.evaluations.columns.formats.rows import DOCUMENT_START
from keytally.evaluations.columns.model import Entity, Scheme

_DOCUMENT = re.compile(rf"\n{DOCUMENT_START}(?:[\t ][^\n]*)?(?=\n|\Z)")
_EMPTY = re.compile(r"\n\n\n+")
_ROW = re.compile(r"[^\t\r ][^\r ]*\t(?:O|[BIESLU]-\S+)")
_LABEL = re.compile(r"\t(O|[BIESLU]-\S+)\n")
_OUTER_BLANK = re.compile(r"^ |^# |[\t\n] | [\t\n]|\n# ")
_BEGINS_ANEW = re.compile(r"(?:[^\n]*\t[OB][^\t\n]*)?(?:\n|\Z)")

Reader = Callable[[Sequence[str]], Iterable[Entity]]

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


def whole_text(text: str, *, all_tokens: bool = False) -> str:
    """A text with a tab between cells and feeds between lines, without the lines that begin documents.

    It begins and ends with a line that is not empty; one line end stands behind the last one. With
    `all_tokens` a line that begins a document is a token's, as in `lines_of`. A line that may begin a
    document otherwise gets a blank in front, so that the text is not plain.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if "\t" not in text:
        text = text.replace(" ", "\t")
    if not all_tokens and DOCUMENT_START in text:
        text = _EMPTY.sub("\n\n", _DOCUMENT.sub("\n", f"\n{text}")).replace(
            DOCUMENT_START, f" {DOCUMENT_START}"
        )
    return _trimmed(text)


def _trimmed(text: str) -> str:
    """A text without empty lines at its ends; most have none, and are not copied."""
    is_trimmed = text[:1] != "\n" and text[-1:] == "\n" and text[-2:] != "\n\n"
    return text if is_trimmed else text.strip("\n") + "\n"


def is_told(text: str) -> bool:
    """Whether no line is a comment, or may be cut in another way than at its tabs.

    Each line of a sentence that has `#` for a token has as many cells as the others, so that it is a token's.
    """
    if "\r" in text or (" " in text and _OUTER_BLANK.search(text)):
        return False
    return "#" not in text or all(map(_is_even, _sentences_with("#\t", text)))


def _sentences_with(part: str, text: str) -> Iterator[str]:
    at = text.find(part)
    while at >= 0:
        before, end = text.rfind("\n\n", 0, at), text.find("\n\n", at)
        end = end if end >= 0 else len(text) - 1
        yield text[before + 2 if before >= 0 else 0 : end]
        at = text.find(part, end)


def _is_even(sentence: str) -> bool:
    rows = sentence.split("\n")
    is_of_one_width = "\t\t" not in sentence and len({row.count("\t") for row in rows}) == 1
    return is_of_one_width and not all(row.startswith(("#", DOCUMENT_START)) for row in rows)


def entities_by_type(text: str, schemes: Sequence[Scheme], read: Reader) -> Counter[str] | None:
    """The number of entities of each type in a whole text that `is_told`; None where a line is not plain.

    A line is plain if it has a token and a label. Sentences are parted by one empty line each. They are read
    one by one only where their labels, and those of some sentences around, keep to none of the schemes.
    """
    if text.startswith("\t") or "\n\t" in text:
        return None
    types, schemes = Counter[str](), list(schemes)
    for start, end in _parts(text):
        found = _by_schemes(text, start, end, schemes)
        if found is None:
            found = _one_by_one(text[start:end], read)
        if found is None:
            return None
        types.update(found)
    return types


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """The places of whole sentences in turn, few enough for a processor's own memory."""
    end = 0
    while end < len(text):
        at = text.find("\n\n", end + PART)
        start, end = end, len(text) if at < 0 else at + 2
        yield start, end


def _by_schemes(text: str, start: int, end: int, schemes: list[Scheme]) -> Sequence[str] | None:
    """The types of all entities of a part by the first scheme that it keeps to; it is tried first then."""
    others = text.count("\n", start, end) - text.count("\n\n", start, end) - text.count("\tO\n", start, end)
    for at, scheme in enumerate(schemes):
        runs = RUNS[scheme].findall(text, start, end)
        if len(runs) + "".join([run[-1] for run in runs]).count("\n") == others:
            schemes.insert(0, schemes.pop(at))
            return [run[-2] for run in runs]
    return None


def _one_by_one(text: str, read: Reader) -> Sequence[str] | None:
    """The types of all entities of some sentences."""
    types = list[str]()
    for sentence in text.rstrip("\n").split("\n\n"):
        labels = _LABEL.findall(f"{sentence}\n")
        if len(labels) != sentence.count("\n") + 1:
            return None
        types += [entity.type for entity in read(labels)]
    return types


def begins_anew(text: str, at: int) -> bool:
    """Whether the line at a place of a whole text is empty, or begins nothing that goes on from before."""
    return _BEGINS_ANEW.match(text, at) is not None


def is_plain(line: str) -> bool:
    """Whether a line is plain, as `entities_by_type` has it."""
    return _ROW.fullmatch(line) is not None
