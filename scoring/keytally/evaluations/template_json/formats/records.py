"""From trees to records: the document, its text, and its templates or its roles."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.template_json.formats.follow_ups import held, is_within, told
from keytally.evaluations.template_json.formats.parsing import Parser
from keytally.evaluations.template_json.formats.shapes import ShapeProblem, Shapes
from keytally.evaluations.template_json.formats.tokens import STRING
from keytally.evaluations.template_json.formats.tree import Kind, Member, Problem, Value, content_of
from keytally.evaluations.template_json.model import Template

TEMPLATES = ("templates", "pred_templates")
EXTRACTS = ("extracts", "pred_extracts")
TEXTS = ("doctext", "text")
DOCUMENT = "docid"

AS_LINES = "; write its items on a line each, without the brackets and commas of the list"

KEPT = 512
"""The number of records that are kept; most are asked for several times in a row."""

STRING_FORM = r'"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"'
_SINGLE = r"'[^'\\\r\n]*'"
_NAMED = re.compile(
    rf"""(?:"{DOCUMENT}"|'{DOCUMENT}')[ \t\r\n]*:[ \t\r\n]*({STRING_FORM}|{_SINGLE}(?=[ \t]*[\r\n}}\]:,]))"""
)
NAME = re.compile(rf"({STRING_FORM})")
_OPENING = re.compile(r"\s*\{\s*")
_NUMBERED = re.compile(r"[^-]*([0-9])(?:-[^-]*)*-\s*0*([0-9]+)\s*", re.ASCII)


Place = tuple[int, int]


class Record(NamedTuple):
    """What a unit says of a document: its templates, its roles as one template, or neither.

    `name_start` to `name_end` is where the document is named, else where the unit begins. `text` is the
    string with the document's text. `ends_file` is set where the object of all documents is closed. `value`,
    `templates_value` and `extracts_value` are the places of what the document, the templates and the roles
    are written as; None where there is no object, and no such member in it. Within `unsure`, which is merged,
    broken syntax lets something else be read than is meant.
    """

    name_start: int
    name_end: int
    syntax: Sequence[Problem]
    shape: Sequence[ShapeProblem]
    templates: Sequence[Template] | None = None
    extracts: Template | None = None
    text: Value | None = None
    ends_file: bool = False
    value: Place | None = None
    templates_value: Place | None = None
    extracts_value: Place | None = None
    unsure: Sequence[Place] = ()

    def is_sure(self, start: int) -> bool:
        """Whether what is read at a place is surely meant so."""
        return not is_within(self.unsure, start)


def is_opening(text: str) -> bool:
    """Whether a unit only opens the object of all documents."""
    return _OPENING.fullmatch(text) is not None


def begins_list(text: str) -> bool:
    """Whether a unit is or begins a list, which may hold several documents; nothing of it is read."""
    return text.lstrip().startswith("[")


def title_of(text: str) -> str | None:
    """The document that a unit names, as it is written; None for a list, which may hold several."""
    if begins_list(text):
        return None
    found = NAME.match(text) if text.startswith('"') else _NAMED.search(text)
    return content_of(found[1]) if found else None


def document_of(title: str) -> str:
    """The name by which a document is compared: `TST3-MUC4-0001` is `30001`.

    The digit that ends the first part, times 10,000, plus the last part (the program of GTT).
    """
    found = _NUMBERED.fullmatch(title)
    return str(int(found[1]) * 10_000 + int(found[2][-9:])) if found else title


def document_in(text: str) -> str | None:
    """The name by which the document of a unit is compared; None for a unit that names none."""
    title = title_of(text)
    return document_of(title) if title else None


def may_hold_text(text: str) -> bool:
    """Whether a record may have the document's text."""
    return any(f'"{name}"' in text for name in TEXTS)


@lru_cache(KEPT)
def record_of(text: str) -> Record:
    """The record of a unit; never fails."""
    if is_opening(text) or not text.strip():
        return Record(0, 0, (), ())
    parser, shapes = Parser(text), Shapes()
    name, value, ends_file = _document(parser, is_keyed=text.startswith('"'))
    start, end = (name.start, name.end) if name else (value.start, min(value.start + 1, value.end))
    if name is None and value.kind is Kind.OBJECT and not parser.problems:
        shapes.no_name(value.member(DOCUMENT), start, end)
    templates, extracts = _content(value, shapes, (start, end))
    text_member = value.member(*TEXTS)
    words = text_member.value if text_member and text_member.value.kind is Kind.STRING else None
    syntax = told(text, parser.problems)
    unsure = tuple(held([*parser.problems, *syntax]))
    problems = tuple(syntax), tuple(shapes.beside(parser.problems))
    return Record(start, end, *problems, templates, extracts, words, ends_file, *_places(value), unsure)


def _places(value: Value) -> tuple[Place | None, Place | None, Place | None]:
    """Where a document, its templates and its roles are written."""
    if value.kind is not Kind.OBJECT:
        return None, None, None
    templates, extracts = (value.member(*names) for names in (TEMPLATES, EXTRACTS))
    return (value.start, value.end), _place_of(templates), _place_of(extracts)


def _place_of(member: Member | None) -> Place | None:
    return (member.value.start, member.value.end) if member else None


def _document(parser: Parser, *, is_keyed: bool) -> tuple[Value | None, Value, bool]:
    """The name of a document, its value, and whether the object of all documents ends behind it."""
    if is_keyed:
        name, value = parser.member()
        return name, value, _rest(parser, value)
    value = parser.value()
    if value.kind is not Kind.MISSING:
        parser.leftover()
    return _name_in(value), value, False


def _rest(parser: Parser, value: Value) -> bool:
    """Read what stands behind a document of one object with all: further members, a comma, the end."""
    while True:
        if parser.next.is_mark("}"):
            parser.take()
            parser.leftover()
            return True
        if parser.next.is_mark(","):
            parser.take()
            if parser.next.is_mark("}"):
                parser.problems.append(_problem(parser, "a comma stands before the end"))
        elif parser.next.kind == STRING:
            parser.member()
        else:
            if parser.next.start == parser.next.end:
                _end(parser, value)
            parser.leftover()
            return False
        if parser.next.start == parser.next.end:
            return False


def _end(parser: Parser, value: Value) -> None:
    """A document that neither a comma nor the end of the file's object follows."""
    if not parser.problems:
        message = "neither a comma nor the end of the object stands behind this document"
        parser.problems.append(Problem(max(value.end - 1, value.start), value.end, message))


def _problem(parser: Parser, message: str) -> Problem:
    return Problem(parser.next.start, parser.next.end, message)


def _name_in(value: Value) -> Value | None:
    member = value.member(DOCUMENT)
    return member.value if member and member.value.kind is Kind.STRING else None


def _content(
    value: Value, shapes: Shapes, place: Place
) -> tuple[tuple[Template, ...] | None, Template | None]:
    """The templates and the roles that a document states."""
    if value.kind is not Kind.OBJECT:
        if value.kind is not Kind.MISSING:
            wanted = f"a document is an object, and this is {value.kind.value}"
            shapes.tell(value.start, value.end, wanted + (AS_LINES if value.kind is Kind.ARRAY else ""))
        return None, None
    for names in ((DOCUMENT,), TEMPLATES, EXTRACTS, *((each,) for each in TEXTS)):
        shapes.once(value, *names)
    templates, extracts = value.member(*TEMPLATES), value.member(*EXTRACTS)
    if templates is None and extracts is None:
        shapes.tell(*place, f"the document has neither {TEMPLATES[0]} nor {EXTRACTS[0]}")
    return (
        None if templates is None else tuple(_templates(templates.value, shapes)),
        None if extracts is None else shapes.template(extracts.value, typed=False),
    )


def _templates(value: Value, shapes: Shapes) -> Iterator[Template]:
    for item in shapes.items(value, "the templates are a list"):
        template = shapes.template(item)
        if template is not None:
            yield template
