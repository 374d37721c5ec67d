"""The comments of template files by which annotators say that they have done a document."""

import re
from collections.abc import Sequence

from keytally.evaluations.annotated import DoneComment
from keytally.evaluations.muc.formats.templates.headers import document_number
from keytally.evaluations.muc.formats.templates.scanner import COMMENT_MARKS
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit

_WORD = "done"
_DONE = re.compile(
    rf"(?:\A|(?<=[\r\n]))[{''.join(COMMENT_MARKS)}][ \t]*{_WORD}[ \t]+(\S+)[ \t]*(?:\r\n?|\n|\Z)"
)
"""A comment with nothing but the word and a document; one with more words is a remark like any other."""


def done_comments(unit: TemplateUnit) -> Sequence[DoneComment]:
    """The comments of a unit that say that a document is done."""
    if _WORD not in unit.text:
        return ()
    found = _DONE.finditer(unit.text)
    return [DoneComment(document_number(each[1]), each.start(), each.end()) for each in found]


def done_comment(document: str) -> str:
    """The comment that says so of a document."""
    return f"; {_WORD} {document}"
