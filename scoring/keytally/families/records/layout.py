"""The layout of a file of records: where records begin, and which names contain ids and records."""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from keytally.families.records.json_tree import NotPlainError, Parser, Plain, plain_value

IDS = ("id", "doc_id", "docid", "_id", "name", "file")
ENVELOPES = ("record", "output", "prediction", "extraction", "data", "json")
SCHEMA = "schema"
BY_LINE = "line"
"""The value of the option `id` that means that no field is the id."""

Facts = frozenset[tuple[str, str]]
"""The names of a record that may contain an id or a record, each with the kind of its value."""

MALFORMED = ("", "malformed")
"""The fact of a record with a syntax error, or with text around it."""


class Form(Enum):
    """The forms of files: one record per line, a list, an object of ids to records, or one record."""

    LINES = "lines"
    LIST = "list"
    MAPPING = "mapping"
    ONE = "one"


class Layout(NamedTuple):
    """The form of a file, and the names of the id and the record within each of its records."""

    form: Form
    id: str | None = None
    envelope: str | None = None


_LINE_OF_RECORD = re.compile(r"(?:\A|[\r\n])\{")
_LINE_START = re.compile(r"[\r\n](?=[^\s}\])])")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[{}\[\],:]', re.S)
_NOT_BLANK = re.compile(r"[^\s\ufeff]")
_FENCED_LIST = re.compile(r"[\s\ufeff]*```[\w-]*\s*\[")
BLANK = "\ufeff \t\r\n"


def form_of(text: str, name: str, defined: frozenset[str] = frozenset()) -> Form:
    """Return the form of a text; `name` is the file name, and `defined` contains the fields that the
    schema defines.
    """
    is_lines = name.endswith((".jsonl", ".ndjson"))
    single = Form.LINES if is_lines else Form.ONE
    first = _NOT_BLANK.search(text)
    if first is None:
        return single
    if first[0] == "[" or _FENCED_LIST.match(text):
        return Form.LIST
    if first[0] != "{":
        return Form.LINES if len(_LINE_OF_RECORD.findall(text)) > 1 else single
    return _form_of_object(text, first.start(), single, defined)


def _form_of_object(text: str, start: int, single: Form, defined: frozenset[str]) -> Form:
    """Return the form of a text that begins with an object; `single` is the form of a single record."""
    value, end = _first_value(text, start)
    if _LINE_OF_RECORD.search(text, max(end - 1, start + 1)) or text[end:].lstrip(BLANK)[:1] == "{":
        return Form.LINES
    if text[end:].strip(f"{BLANK},") or (single is Form.LINES and "\n" not in text[start:end]):
        return single
    return Form.MAPPING if _is_mapping(value, defined) else single


def _first_value(text: str, start: int) -> tuple[Plain, int]:
    """Return the first value and its end; a malformed value is read as far as possible, but is None if
    another record begins on a later line.
    """
    try:
        return plain_value(text, start)
    except NotPlainError:
        if _LINE_OF_RECORD.search(text, start + 1):
            return None, start + 1
        parser = Parser(text, start)
        root = parser.value()
        return (root.plain() if root else None), parser.end


def _is_mapping(value: Plain, defined: frozenset[str]) -> bool:
    """Return whether an object maps ids to records, that is, to objects with mostly the same fields."""
    if not isinstance(value, dict) or len(value) < 2 or defined & value.keys():
        return False
    records = [each for each in value.values() if isinstance(each, dict) and each]
    if len(records) < 2 or not all(_may_be_record(each) for each in value.values()):
        return False
    if len(records) * 2 < len(value):
        return False
    first = records[0].keys()
    return all(2 * len(first & each.keys()) >= min(len(first), len(each)) for each in records)


def _may_be_record(value: Plain) -> bool:
    return value is None or isinstance(value, dict) or (isinstance(value, str) and "{" in value)


def starts_of(text: str, form: Form) -> list[int]:
    """Return the offsets at which the records of a text start, except 0."""
    if form is Form.ONE:
        return []
    if form is Form.LINES:
        return [found.end() for found in _LINE_START.finditer(text) if found.end() < len(text)]
    return [start for start in _starts_of_items(text, form) if start]


def _starts_of_items(text: str, form: Form) -> Iterator[int]:
    """Yield the starts of the items of a list, or of the names of an object, at the top level.

    An object in the first column starts an item even if the previous item lacks a bracket, unless the text
    has no syntax errors.
    """
    opening = "[" if form is Form.LIST else "{"
    start = text.find(opening)
    try:
        plain_value(text, max(start, 0))
        is_sound = True
    except NotPlainError:
        is_sound = False
    depth, awaits = 0, False
    for token in _TOKEN.finditer(text, max(start, 0)):
        sign, at = token[0], token.start()
        if (
            not is_sound
            and form is Form.LIST
            and sign == "{"
            and depth != 1
            and text[at - 1 : at] in ("\n", "\r")
        ):
            depth, awaits = 1, True
        if depth == 1 and awaits and sign != "]":
            yield _item_start(text, at)
            awaits = False
        if sign in ("{", "["):
            depth += 1
            awaits = awaits or depth == 1
        elif sign in ("}", "]"):
            depth -= 1
        elif sign == ",":
            awaits = depth == 1


def _item_start(text: str, at: int) -> int:
    """Return the start of an item, given the offset of its first punctuation mark or of the comma after
    it.
    """
    start = at
    while start and text[start - 1] not in ",[{" and not text[start - 1].isspace():
        start -= 1
    return start


def id_and_envelope(
    facts: Sequence[Facts | None], defined: frozenset[str], stated: str
) -> tuple[str | None, str | None]:
    """Return the names of the id and the envelope, which all records contain and no schema defines.

    `facts` contains the facts of each record (`facts_of`); None for text without a record. Malformed records,
    which may lack their end, count only if all are. `stated` is the id name given by an option; "" if there
    is none.
    """
    every = [each for each in facts if each is not None]
    known = [each for each in every if MALFORMED not in each] or every
    if not known:
        return None, None
    common = frozenset.intersection(*(frozenset(name for name, _ in each) for each in known))
    kinds = {fact for each in known for fact in each}
    ids = [] if stated == BY_LINE else [stated] if stated else [*IDS]
    free = common - (defined - {stated})
    identity = next((name for name in ids if name in free and (name, "other") not in kinds), None)
    if stated and stated != BY_LINE and stated in common:
        identity = stated
    envelope = next(
        (
            name
            for name in ENVELOPES
            if name in free
            and (name, "id") not in kinds
            and ((name, "object") in kinds or (name, "json") in kinds)
        ),
        None,
    )
    return identity, envelope


def leading(identity: str | None, envelope: str | None) -> re.Pattern[str] | None:
    """Return a pattern of records that begin with an id, and with the envelope if there is one.

    The result is None without an id, because whole records must then be read.
    """
    if identity is None:
        return None
    start = rf'[\s\ufeff,]*\{{\s*"{re.escape(identity)}"\s*:\s*("[^"\\\s][^"\\]*"|\d+)\s*'
    return re.compile(start + ("[,}]" if envelope is None else rf',\s*"{re.escape(envelope)}"\s*:\s*\{{'))


def facts_of(value: Plain, stated: str, *, is_malformed: bool) -> Facts | None:
    """Return the names of a record that may contain an id or a record, each with the kind of its value."""
    if not isinstance(value, dict):
        return None
    names = (*IDS, *ENVELOPES, *([stated] if stated and stated not in IDS else []))
    found = frozenset((name, _kind_of(name, value[name])) for name in names if name in value)
    return found | {MALFORMED} if is_malformed else found


def _kind_of(name: str, value: Plain) -> str:
    """Return the kind of a value: an object, a string that may contain a record, nothing, an id, or other."""
    if isinstance(value, dict | list):
        return "object" if name in ENVELOPES else "other"
    if name in ENVELOPES:
        if value is None or value == "":
            return "nothing"
        return "json" if isinstance(value, str) and ("{" in value or " " in value.strip()) else "id"
    is_id = (isinstance(value, str) and value.strip()) or (
        not isinstance(value, bool | str) and value is not None and value == value.to_integral_value()
    )
    return "id" if is_id else "other"


def id_text(value: Plain) -> str | None:
    """Return the text of an id; None if the value cannot be an id."""
    if isinstance(value, str):
        return value.strip() or None
    if isinstance(value, bool) or value is None or isinstance(value, dict | list):
        return None
    return str(int(value)) if value == value.to_integral_value() else None


def stem_of(name: str) -> str:
    """Return the document name from a file name, without extensions such as `.gold.json` and `.pred.json`."""
    stem = name.rpartition("/")[2]
    while stem.rpartition(".")[0] and stem.rpartition(".")[2].lower() in _SUFFIXES:
        stem = stem.rpartition(".")[0]
    return stem


_SUFFIXES = frozenset(
    (
        "json",
        "jsonl",
        "ndjson",
        "txt",
        "gold",
        "key",
        "pred",
        "predicted",
        "prediction",
        "response",
        "output",
        "gt",
    )
)

_OF_SPANS = re.compile(r'(?<!\\)"extraction_class"\s*:')
_RECORD = re.compile(r'[\s\ufeff]*(?:\[\s*)?\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\})')


def is_of_records(first_part: str) -> bool:
    """Return whether a text begins with a JSON object that does not belong to another task."""
    return _RECORD.match(first_part) is not None and _OF_SPANS.search(first_part) is None
