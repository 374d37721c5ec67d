"""A completion: what may be written, and in the place of what."""

from enum import Enum
from typing import NamedTuple


class CompletionKind(Enum):
    """What is completed."""

    TAG = "tag"
    ATTRIBUTE = "attribute"
    VALUE = "value"
    OPTION = "option"
    HEADER = "header"
    SLOT = "slot"
    POINTER = "pointer"
    TEXT = "text"
    CLASS = "class"
    MARK = "mark"


class Completion(NamedTuple):
    """Something to write in the place of the text from `start` to `end` of the file.

    `sought` is what is compared with what has been typed there, by default `text`. `detail` is a few
    words, `documentation` Markdown.
    """

    label: str
    kind: CompletionKind
    text: str
    start: int
    end: int
    documentation: str = ""
    detail: str = ""
    sought: str = ""
