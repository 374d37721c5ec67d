"""Files of columns as plain lines, without a unit a sentence: enough to sum up millions of tokens.

They are bytes of UTF-8, where all that cuts lines has one byte each, and other scripts cost no more.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from keytally.evaluations.columns.formats.labels import is_label
from keytally.evaluations.columns.formats.rows import DOCUMENT_START
from keytally.evaluations.columns.model import Entity, Scheme

_START = DOCUMENT_START.encode()
_REST_OF_START = re.compile(rb"(?:[\t ][^\n]*)?(?:\n|\Z)")
_EMPTY_LINES = re.compile(rb"\n\n\n+")
_LABEL = re.compile(r"\t(O|[BIESLU]-\S+)\n")
_OUTER_BLANK = re.compile(rb"^ |^# |[\t\n] | [\t\n]|\n# ")

# Where a text is full of line ends, expressions find two bytes sooner than its own methods.
_EMPTY_LINE = re.compile(rb"\n\n")
_NO_TOKEN = re.compile(rb"\n\t")

Reader = Callable[[Sequence[str]], Iterable[Entity]]

PART = 1 << 16
"""The fewest bytes that are looked through for entities at once."""

BEGINNING = b"OB"
"""The prefixes of labels of tokens that are in no entity, or in none with a token before, in any reading."""

ROW = re.compile(rb"(?!\t).*\t([^\t\n]+)\n(?=(?:.*\t([^OB\t\n])[^\t\n]*\n)?)")
"""A line with a token: its label, and the prefix of the next line's where that may go on with an entity."""

_TYPE = rb"([^\t\n]+)\n"
RUNS = {
    Scheme.IOB2: re.compile(rb"-(?<=\tB-)" + _TYPE + rb"((?:.*\tI-\1\n)*)"),
    Scheme.IOB1: re.compile(rb"-(?<=\t[BI]-)" + _TYPE + rb"((?:.*\tI-\1\n)*)"),
    Scheme.IOBES: re.compile(rb"-(?<=\t(?:S|(B))-)" + _TYPE + rb"((?(1)(?:.*\tI-\2\n)*.*\tE-\2\n))"),
    Scheme.BILOU: re.compile(rb"-(?<=\t(?:U|(B))-)" + _TYPE + rb"((?(1)(?:.*\tI-\2\n)*.*\tL-\2\n))"),
}
"""The type and the other lines of an entity, as a scheme has them; these are the last two groups.

They begin with the hyphen of its first label: a text has fewer of them than of tabs, and is searched sooner.
"""


def whole_text(text: bytes, *, all_tokens: bool = False) -> bytes:
    """A text with a tab between cells and feeds between lines, without the lines that begin documents.

    It begins and ends with a line that is not empty; one line end stands behind the last one. With
    `all_tokens` a line that begins a document is a token's, as in `lines_of`. A line that may begin a
    document otherwise gets a blank in front, so that the text is not plain.
    """
    whole = text.replace(b"\r\n", b"\n") if b"\r" in text else text
    if b"\t" not in whole:
        whole = whole.replace(b" ", b"\t")
    if not all_tokens and _START in whole:
        whole = _without_starts(whole)
    return _trimmed(whole)


def _without_starts(text: bytes) -> bytes:
    """A text without the lines that begin documents; sentences around them are parted by one empty line."""
    before, *documents = (b"\n" + text).split(b"\n" + _START)
    parts = [before, *map(_behind_start, documents)]
    return _EMPTY_LINES.sub(b"\n\n", b"\n\n".join(filter(None, [part.strip(b"\n") for part in parts])))


def _behind_start(text: bytes) -> bytes:
    """What follows a line that begins a document, from behind its first word on."""
    rest = _REST_OF_START.match(text)
    return text[rest.end() :] if rest else b" " + _START + text


def decoded(text: bytes) -> str:
    """The text of whole characters."""
    return text.decode("utf-8", "surrogatepass")


def _trimmed(text: bytes) -> bytes:
    """A text without empty lines at its ends; most have none, and are not copied."""
    is_trimmed = text[:1] != b"\n" and text[-1:] == b"\n" and text[-2:] != b"\n\n"
    return text if is_trimmed else text.strip(b"\n") + b"\n"


def is_told(text: bytes) -> bool:
    """Whether no line is a comment, or may be cut in another way than at its tabs.

    Each line of a sentence that has `#` for a token has as many cells as the others, so that it is a token's.
    """
    if b"\r" in text or (b" " in text and _OUTER_BLANK.search(text)):
        return False
    return b"#" not in text or all(map(_is_even, _sentences_with(b"#\t", text)))


def _sentences_with(part: bytes, text: bytes) -> Iterator[bytes]:
    at = text.find(part)
    while at >= 0:
        before, end = text.rfind(b"\n\n", 0, at), text.find(b"\n\n", at)
        end = end if end >= 0 else len(text) - 1
        yield text[before + 2 if before >= 0 else 0 : end]
        at = text.find(part, end)


def _is_even(sentence: bytes) -> bool:
    rows = sentence.split(b"\n")
    is_of_one_width = b"\t\t" not in sentence and len({row.count(b"\t") for row in rows}) == 1
    return is_of_one_width and not all(row.startswith((b"#", _START)) for row in rows)


def entities_by_type(text: bytes, schemes: Sequence[Scheme], read: Reader) -> Counter[str] | None:
    """The number of entities of each type in a whole text that `is_told`; None where a line is not plain.

    A line is plain if it has a token and a label. Sentences are parted by one empty line each. They are read
    one by one only where their labels, and those of some sentences around, keep to none of the schemes.
    """
    if text.startswith(b"\t") or _NO_TOKEN.search(text):
        return None
    types, others, schemes = Counter[bytes](), Counter[str](), list(schemes)
    for start, end in _parts(text):
        found = _by_schemes(text, start, end, schemes)
        if found is not None:
            types.update(found)
        elif (read_types := _one_by_one(decoded(text[start:end]), read)) is not None:
            others.update(read_types)
        else:
            return None
    others.update({decoded(name): count for name, count in types.items()})
    return others if all(is_label(f"B-{name}") for name in others) else None


def _parts(text: bytes) -> Iterator[tuple[int, int]]:
    """The places of whole sentences in turn, few enough for a processor's own memory."""
    end = 0
    while end < len(text):
        at = text.find(b"\n\n", end + PART)
        start, end = end, len(text) if at < 0 else at + 2
        yield start, end


def _by_schemes(text: bytes, start: int, end: int, schemes: list[Scheme]) -> Sequence[bytes] | None:
    """The types of all entities of a part by the first scheme that it keeps to; it is tried first then."""
    rows = text.count(b"\n", start, end) - len(_EMPTY_LINE.findall(text, start, end))
    others = rows - text.count(b"\tO\n", start, end)
    for at, scheme in enumerate(schemes):
        runs = RUNS[scheme].findall(text, start, end)
        if len(runs) + b"".join([run[-1] for run in runs]).count(b"\n") == others:
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
