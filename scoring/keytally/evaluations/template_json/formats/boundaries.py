"""Where the records of a file start: told by each opening brace and by what stands around it."""

import re

from keytally.evaluations.template_json.formats.records import DOCUMENT, EXTRACTS, TEMPLATES, TEXTS

_FIRST_NAMES = "|".join((*TEMPLATES, *EXTRACTS, *TEXTS, DOCUMENT, "doc", "gold_templates", "gold_extracts"))
_BLANK_CHARACTERS = " \t\r\n"
_BLANKS = rf"[{_BLANK_CHARACTERS}]"
_MOST_BLANKS, _LONGEST_NAME = 40, 100
_OPENED = re.compile(rf'\{{{_BLANKS}{{0,{2 * _MOST_BLANKS}}}"(?:{_FIRST_NAMES})"')
_NAME_BEFORE = re.compile(
    rf'(?<!\\)"[^"\\\r\n]{{1,{_LONGEST_NAME}}}"{_BLANKS}{{0,{_MOST_BLANKS}}}:{_BLANKS}{{0,{_MOST_BLANKS}}}\Z'
)
_MEMBER_OPENED = re.compile(rf':{_BLANKS}*\{{{_BLANKS}*"(?:{_FIRST_NAMES})"')
_NAME_OF_MEMBER = re.compile(rf'("[^"\\\r\n]+")(?={_BLANKS}*:{_BLANKS}*\{{{_BLANKS}*"(?:{_FIRST_NAMES})")')
_REACH = _LONGEST_NAME + 2 * _MOST_BLANKS + 3

LOOKAHEAD = 320
"""Characters behind a boundary that may decide on it."""


def starts_of_records(text: str) -> list[int]:
    """The offsets where records start, without 0.

    A record starts at a line that begins with a brace, or it is a member of one object with all documents:
    then it starts at its name, which an object follows that begins with one of the names that records have.
    """
    starts = list[int]()
    brace = text.find("{")
    while brace >= 0:
        name = _start_of_name(text, brace)
        if name:
            starts.append(name)
        if brace and text[brace - 1] in "\r\n":
            starts.append(brace)
        brace = text.find("{", brace + 1)
    return starts


def names_of_members(text: str) -> list[str]:
    """The names, as they are written, of all records that may be members of one object; perhaps some more."""
    return _NAME_OF_MEMBER.findall(text) if _MEMBER_OPENED.search(text) else []


def _start_of_name(text: str, brace: int) -> int | None:
    """The offset of the name of the record whose object a brace opens; None where it opens another."""
    before = text[max(brace - _MOST_BLANKS - 1, 0) : brace].rstrip(_BLANK_CHARACTERS)
    if not before.endswith(":") or not _OPENED.match(text, brace):
        return None
    name = _NAME_BEFORE.search(text, max(brace - _REACH, 0), brace)
    return name and name.start()
