"""Records of documents, read from trees: templates, roles, entities, mentions and their names."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.families.template_json.json_tree import (
    STRING,
    Kind,
    Member,
    Parser,
    Problem,
    Value,
    content_of,
    is_within,
    primary_problems,
    uncertain_stretches,
)
from keytally.findings.finding import Edit
from keytally.measures.template_maps import TYPE


class Mention(NamedTuple):
    """A string that names an entity; `offset` is its offset in the document's text, if a key specifies it."""

    text: str
    start: int
    end: int
    offset: int | None = None


class Entity(NamedTuple):
    """The mentions of one entity; a response's entity is correct if an entity of the key has all of its
    mentions.
    """

    start: int
    end: int
    mentions: Sequence[Mention]


class RoleFillers(NamedTuple):
    """A role and its entities; the role's name is from `name_start` to `name_end`, and its value from
    `start` to `end`.
    """

    name: str
    name_start: int
    name_end: int
    start: int
    end: int
    entities: Sequence[Entity]


class Template(NamedTuple):
    """A template; `type` is None if no type is given, and for the roles of a whole document."""

    type: str | None
    type_start: int
    type_end: int
    start: int
    end: int
    roles: Sequence[RoleFillers]

    @property
    def has_type(self) -> bool:
        """Return whether a type is given and not empty."""
        return bool(self.type and self.type.strip())

    def role(self, name: str) -> RoleFillers | None:
        """Return the role with a name, or None; of repeated roles, the last one, as programs read it."""
        return next((role for role in reversed(self.roles) if role.name == name), None)


LONGEST_OFFSET = 15
"""The maximum number of digits of an offset."""


class ShapeProblem(NamedTuple):
    """A value with an unexpected structure: a description, and the edits that fix it."""

    start: int
    end: int
    message: str
    edits: tuple[Edit, ...] = ()


class Shapes:
    """Reads the parts of a document and collects the problems."""

    def __init__(self) -> None:
        self.problems: list[ShapeProblem] = []

    def tell(self, start: int, end: int, message: str, *edits: Edit) -> None:
        """Add a problem."""
        self.problems.append(ShapeProblem(start, end, message, edits))

    def no_name(self, member: Member | None, start: int, end: int) -> None:
        """Report that a document has no name, or a name that is not a string; a number has a fix."""
        if member is None:
            self.tell(start, end, "the document has no name; it needs a string docid")
            return
        name = member.value
        quotes = Edit(name.start, name.start, '"'), Edit(name.end, name.end, '"')
        self._wrong(
            name, "the name of a document must be a string", *(quotes if name.kind is Kind.NUMBER else ())
        )

    def once(self, value: Value, *names: str) -> None:
        """Report duplicate members with these names in an object, because only the last value is read."""
        first = ""
        for name in (member.name for member in value.members if member.name.text in names):
            if first:
                already = f"{first} is already in this object"
                again = "" if first == name.text else f", and {name.text} means the same"
                self.tell(*_place(name), f"{already}{again}; specify it once")
            first = first or name.text

    def beside(self, syntax: Sequence[Problem]) -> Sequence[ShapeProblem]:
        """Return the problems that have a fix or do not coincide with a syntax error."""
        wrong = {(each.start, each.end) for each in syntax}
        return [
            problem for problem in self.problems if problem.edits or (problem.start, problem.end) not in wrong
        ]

    def items(self, value: Value, wanted: str) -> Sequence[Value]:
        """Return the items of a list; for any other value, return none and report that `wanted` was
        expected. A null has a fix that replaces it with an empty list.
        """
        if value.kind is not Kind.ARRAY:
            edits = (Edit(value.start, value.end, "[]"),) if value.text == "null" else ()
            self._wrong(value, wanted, *edits)
        return value.items

    def template(self, value: Value, *, typed: bool = True) -> Template | None:
        """Parse a template; None for a value that is not an object."""
        if value.kind is not Kind.OBJECT:
            self._wrong(value, "a template must be an object" if typed else "the roles must be an object")
            return None
        if typed:
            self.once(value, TYPE)
        stated = value.member(TYPE) if typed else None
        members = [each for each in value.members if not typed or each.name.text != TYPE]
        roles = tuple(
            RoleFillers(
                member.name.text,
                *_place(member.name),
                *_place(member.value),
                tuple(self._entities(member.value)),
            )
            for member in members
        )
        written = stated.value if stated else None
        name = written.text if written is not None and written.kind is Kind.STRING else None
        place = _place(written) if written is not None else (value.start, min(value.start + 1, value.end))
        return Template(name, *place, *_place(value), roles)

    def _entities(self, value: Value) -> Iterator[Entity]:
        if value.kind is Kind.STRING:
            edits = (Edit(value.start, value.start, "[["), Edit(value.end, value.end, "]]"))
            self._wrong(value, "a role must be a list of entities", *edits)
            yield _lone(value)
            return
        for item in self.items(value, "a role must be a list of entities"):
            if item.kind is Kind.STRING:
                edits = (Edit(item.start, item.start, "["), Edit(item.end, item.end, "]"))
                self._wrong(item, "an entity must be a list of mentions", *edits)
                yield _lone(item)
            else:
                yield from self._entity(item)

    def _entity(self, value: Value) -> Iterator[Entity]:
        mentions = tuple(self._mentions(self.items(value, "an entity must be a list of mentions")))
        if mentions:
            yield Entity(*_place(value), mentions)
        elif value.kind is Kind.ARRAY and not value.items:
            self.tell(*_place(value), "this entity has no mentions and is ignored")

    def _mentions(self, values: Sequence[Value]) -> Iterator[Mention]:
        for value in values:
            kinds = [item.kind for item in value.items]
            if value.kind is Kind.STRING:
                yield Mention(value.text, *_place(value))
            elif kinds == [Kind.STRING, Kind.NUMBER]:
                yield Mention(value.items[0].text, *_place(value), _offset(value.items[1].text))
            else:
                self._wrong(value, "a mention must be a string, or a list of a string and its offset")

    def _wrong(self, value: Value, wanted: str, *edits: Edit) -> None:
        """Report a value of an unexpected kind; a missing value is already reported."""
        if value.kind is not Kind.MISSING:
            what = value.kind.value if value.text != "null" else "null"
            self.tell(*_place(value), f"{wanted}, but this is {what}", *edits)


def _place(value: Value) -> tuple[int, int]:
    return value.start, value.end


def _lone(value: Value) -> Entity:
    """Return an entity that is written as a single mention."""
    return Entity(*_place(value), (Mention(value.text, *_place(value)),))


def _offset(written: str) -> int | None:
    return int(written) if written.isdecimal() and len(written) <= LONGEST_OFFSET else None


TEMPLATES = ("templates", "pred_templates")
EXTRACTS = ("extracts", "pred_extracts")
TEXTS = ("doctext", "text")
DOCUMENT = "docid"

AS_LINES = "; write each list item on its own line"

KEPT = 512
"""The number of cached records; most records are requested several times in succession."""

STRING_FORM = r'"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"'
_SINGLE = r"'[^'\\\r\n]*'"
LONGEST_NUMBER = 18
"""The maximum number of digits of an integer that names a document."""

_INTEGER = rf"-?(?:0|[1-9][0-9]{{0,{LONGEST_NUMBER - 1}}})"
INTEGER_FORM = rf"{_INTEGER}(?=[ \t\r\n]*[,}}])"
_NAMED = re.compile(
    rf"""(?:"{DOCUMENT}"|'{DOCUMENT}')[ \t\r\n]*:[ \t\r\n]*"""
    rf"""({STRING_FORM}|{INTEGER_FORM}|{_SINGLE}(?=[ \t]*[\r\n}}\]:,]))"""
)
NAME = re.compile(rf"({STRING_FORM})")
_OPENING = re.compile(r"\s*[\[{]\s*")
_LIST_OF_OBJECTS = re.compile(r"\s*\[\s*\{")
_NUMBERED = re.compile(
    r"(?:TST|[^-]*(?=[0-9]-MUC[0-9]-))([0-9])(?:-[^-]*)*-\s*0*([0-9]+)\s*", re.ASCII | re.IGNORECASE
)
"""The pattern of a MUC message name, such as `TST3-MUC4-0001`."""


Place = tuple[int, int]


class Record(NamedTuple):
    """The document content of a unit: its templates, its roles as one template, or neither.

    The document's name is from `name_start` to `name_end`; if there is none, both are the start of the unit.
    `text` is the string that contains the document's text. `ends_file` is true if the object or list of all
    documents is closed. `value`, `templates_value` and `extracts_value` are the places of the values of the
    document, the templates and the roles. Each of them is None if there is no object, or if the object has no
    such member. Within the merged ranges `unsure`, the text with syntax errors may have been intended
    differently.
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
        """Return whether the content at a position has certainly been read as intended."""
        return not is_within(self.unsure, start)


def is_opening(text: str) -> bool:
    """Return whether a unit only opens the object or the list of all documents."""
    return _OPENING.fullmatch(text) is not None


def is_unread_list(text: str) -> bool:
    """Return whether a unit is an unread list of several documents or other values."""
    if not text.lstrip().startswith("["):
        return False
    return not is_opening(text) and (not _LIST_OF_OBJECTS.match(text) or len(_NAMED.findall(text)) > 1)


def title_of(text: str) -> str | None:
    """Return the document name in a unit, as written; None for an unread list."""
    if is_unread_list(text):
        return None
    found = NAME.match(text) if text.startswith('"') else _NAMED.search(text)
    return name_of(found[1]) if found else None


def name_of(written: str) -> str | None:
    """Return the document name given by a string or an integer; None if the string is not valid JSON."""
    return written if written[-1].isdecimal() else content_of(written)


def document_of(title: str) -> str:
    """Return the name by which a document is compared: for `TST3-MUC4-0001`, `30001`.

    As in GTT's program, a MUC message is numbered by the digit at the end of its first part times 10,000,
    plus its last part. Other names are unchanged.
    """
    found = _NUMBERED.fullmatch(title)
    return str(int(found[1]) * 10_000 + int(found[2][-9:])) if found else title


def document_in(text: str) -> str | None:
    """Return the name by which a unit's document is compared; None if the unit has no name."""
    title = title_of(text)
    return document_of(title) if title else None


def may_hold_text(text: str) -> bool:
    """Return whether a record may contain the document's text."""
    return any(f'"{name}"' in text for name in TEXTS)


@lru_cache(KEPT)
def record_of(text: str) -> Record:
    """Return the record of a unit; never fails."""
    if is_opening(text) or not text.strip():
        return Record(0, 0, (), ())
    parser, shapes = Parser(text), Shapes()
    is_keyed, is_unread = text.startswith('"'), is_unread_list(text)
    name, value, ends_file = _document(parser, is_keyed=is_keyed, is_unread=is_unread)
    start, end = (name.start, name.end) if name else (value.start, min(value.start + 1, value.end))
    if name is None and value.kind is Kind.OBJECT and not parser.problems:
        shapes.no_name(value.member(DOCUMENT), start, end)
    templates, extracts = _content(value, shapes, (start, end))
    text_member = value.member(*TEXTS)
    words = text_member.value if text_member and text_member.value.kind is Kind.STRING else None
    syntax = primary_problems(text, parser.problems)
    unsure = tuple(uncertain_stretches([*parser.problems, *syntax]))
    problems = tuple(syntax), tuple(shapes.beside(parser.problems))
    return Record(start, end, *problems, templates, extracts, words, ends_file, *_places(value), unsure)


def _places(value: Value) -> tuple[Place | None, Place | None, Place | None]:
    """Return the places of a document, its templates and its roles."""
    if value.kind is not Kind.OBJECT:
        return None, None, None
    templates, extracts = (value.member(*names) for names in (TEMPLATES, EXTRACTS))
    return (value.start, value.end), _place_of(templates), _place_of(extracts)


def _place_of(member: Member | None) -> Place | None:
    return (member.value.start, member.value.end) if member else None


def _document(parser: Parser, *, is_keyed: bool, is_unread: bool) -> tuple[Value | None, Value, bool]:
    """Parse the name of a document and its value; also return whether the whole object or list ends."""
    if is_keyed:
        name, value = parser.member()
        return name, value, _rest(parser, value)
    if not is_unread:
        parser.item_start()
    value, ends_file = parser.value(), False
    if value.kind is not Kind.MISSING:
        ends_file = not is_unread and parser.item_end()
        parser.leftover()
    return _name_in(value), value, ends_file


def _rest(parser: Parser, value: Value) -> bool:
    """Parse the rest after a document in a combined object: other members, a comma, or the end."""
    while True:
        if parser.next.is_mark("}"):
            parser.take()
            parser.leftover()
            return True
        if parser.next.is_mark(","):
            parser.take()
            if parser.next.is_mark("}"):
                parser.problems.append(_problem(parser, "trailing comma"))
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
    """Report a document that is followed neither by a comma nor by the end of the file's object."""
    if not parser.problems:
        message = "this document must be followed by a comma or the end of the object"
        parser.problems.append(Problem(max(value.end - 1, value.start), value.end, message))


def _problem(parser: Parser, message: str) -> Problem:
    return Problem(parser.next.start, parser.next.end, message)


def _name_in(value: Value) -> Value | None:
    """Return the name of a document: a string, or an integer as in tables."""
    member = value.member(DOCUMENT)
    if member is None:
        return None
    is_integer = member.value.kind is Kind.NUMBER and re.fullmatch(_INTEGER, member.value.text) is not None
    return member.value if is_integer or member.value.kind is Kind.STRING else None


def _content(
    value: Value, shapes: Shapes, place: Place
) -> tuple[tuple[Template, ...] | None, Template | None]:
    """Return the templates and the roles in a document."""
    if value.kind is not Kind.OBJECT:
        if value.kind is not Kind.MISSING:
            wanted = f"a document must be an object, but this is {value.kind.value}"
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
    for item in shapes.items(value, "the templates must be a list"):
        template = shapes.template(item)
        if template is not None:
            yield template


_FIRST_NAMES = "|".join((*TEMPLATES, *EXTRACTS, *TEXTS, DOCUMENT, "doc", "gold_templates", "gold_extracts"))
_LISTED_NAMES = "|".join((*TEMPLATES, *EXTRACTS, TEXTS[0], DOCUMENT))
_BLANK_CHARACTERS = " \t\r\n"
_BLANKS = rf"[{_BLANK_CHARACTERS}]"
_MOST_BLANKS, _LONGEST_NAME = 40, 100
_MOST_BEFORE_DOCUMENT = 200
_OPENED = re.compile(rf'\{{{_BLANKS}{{0,{2 * _MOST_BLANKS}}}"(?:{_FIRST_NAMES})"')
_LISTED = re.compile(
    rf'\{{(?:{_BLANKS}{{0,{2 * _MOST_BLANKS}}}["\'](?:{_LISTED_NAMES})["\']'
    rf'|[^{{}}]{{0,{_MOST_BEFORE_DOCUMENT}}}["\']{DOCUMENT}["\']){_BLANKS}{{0,{_MOST_BLANKS // 2}}}:'
)
_NAME_BEFORE = re.compile(
    rf'(?<!\\)"[^"\\\r\n]{{1,{_LONGEST_NAME}}}"{_BLANKS}{{0,{_MOST_BLANKS}}}:{_BLANKS}{{0,{_MOST_BLANKS}}}\Z'
)
_MEMBER_OPENED = re.compile(rf':{_BLANKS}*\{{{_BLANKS}*"(?:{_FIRST_NAMES})"')
_NAME_OF_MEMBER = re.compile(rf'("[^"\\\r\n]+")(?={_BLANKS}*:{_BLANKS}*\{{{_BLANKS}*"(?:{_FIRST_NAMES})")')
_REACH = _LONGEST_NAME + 2 * _MOST_BLANKS + 3

LOOKAHEAD = 320
"""The number of characters after a boundary that may affect it."""


def starts_of_records(text: str) -> list[int]:
    """Return the offsets at which records start, except 0.

    A record starts at a line that begins with a brace. If it is a member of one object with all documents, it
    starts at its name, followed by an object that begins with one of the names found in records. In a list,
    it may also start at the comma before such an object or before an object that soon contains `docid`.
    """
    starts = list[int]()
    brace = text.find("{")
    while brace >= 0:
        name = _start_of_name(text, brace)
        if name:
            starts.append(name)
        if brace and text[brace - 1] in "\r\n":
            starts.append(brace)
        elif comma := _comma_before(text, brace):
            starts.append(comma)
        brace = text.find("{", brace + 1)
    return starts


def names_of_members(text: str) -> list[str]:
    """Return the names, as written, of all records that may be members of one object; the result may
    include other names.
    """
    return _NAME_OF_MEMBER.findall(text) if _MEMBER_OPENED.search(text) else []


def _comma_before(text: str, brace: int) -> int | None:
    """Return the offset of the comma before the list record that a brace opens; None if there is none."""
    first = max(brace - 2 * _MOST_BLANKS - 1, 0)
    before = text[first:brace].rstrip(_BLANK_CHARACTERS)
    if not before.endswith(",") or not _LISTED.match(text, brace):
        return None
    return first + len(before) - 1


def _start_of_name(text: str, brace: int) -> int | None:
    """Return the offset of the name of the record that a brace opens; None if it opens something else."""
    before = text[max(brace - _MOST_BLANKS - 1, 0) : brace].rstrip(_BLANK_CHARACTERS)
    if not before.endswith(":") or not _OPENED.match(text, brace):
        return None
    name = _NAME_BEFORE.search(text, max(brace - _REACH, 0), brace)
    return name and name.start()


_DOCUMENT_NAME = re.compile(rf'"{DOCUMENT}"[ \t\r\n]*:[ \t\r\n]*({STRING_FORM}|{INTEGER_FORM}|\')')
_SINGLE_QUOTE = "'"


def may_hold(text: str, documents: Collection[str]) -> set[str]:
    """Return the documents to which records in a text may belong; all of them if a name is in single
    quotes.
    """
    named = _DOCUMENT_NAME.findall(text)
    if f"'{DOCUMENT}'" in text or _SINGLE_QUOTE in named:
        return {*documents}
    titles = (title_of(text), *map(name_of, {*named, *names_of_members(text)}))
    return {*documents}.intersection(document_of(title) for title in titles if title)


Names = frozenset[str]
"""Names of members and types, in the form that `role_name` and `type_name` return."""

_STRINGS = re.compile(rf"({STRING_FORM})([ \t\r\n]*:)?")
_KEPT = 512


def role_name(name: str) -> str:
    """Return a member's name in a form that is distinct from type names."""
    return f"role {name}"


def type_name(name: str) -> str:
    """Return a type's name in a form that is distinct from member names."""
    return f"type {name}"


def names_of(text: str) -> Names:
    """Return the names of all members of a record, including roles, and the types of its templates.

    For a type such as `a / b`, the parts are also included.
    """
    members, types, name = dict[str, None](), dict[str, None](), ""
    for written, colon in _STRINGS.findall(text):
        if colon:
            name = written
            members[name] = None
        else:
            if name and _is_of_type(name):
                types[written] = None
            name = ""
    return _names(tuple(members), tuple(types))


@lru_cache(_KEPT)
def _is_of_type(written: str) -> bool:
    """Return whether a member with that name, as written, contains a template's type."""
    return content_of(written) == TYPE


@lru_cache(_KEPT)
def _names(members: tuple[str, ...], types: tuple[str, ...]) -> Names:
    """Return the names of strings as written; records with equal names share the set."""
    roles = (role_name(content_of(member) or "") for member in members)
    parts = (part for each in types for part in _parts(content_of(each) or ""))
    return frozenset((*roles, *map(type_name, parts)))


def _parts(name: str) -> list[str]:
    """Return a type and, if it has several parts, each of them."""
    return [name, *(part.strip() for part in name.split("/"))]
