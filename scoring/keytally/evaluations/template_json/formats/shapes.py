"""Templates, roles, entities and mentions of a tree; what has another shape is told and read as it can be."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.template_json.formats.tree import Kind, Member, Problem, Value
from keytally.evaluations.template_json.model import Entity, Mention, Role, Template
from keytally.findings.finding import Edit
from keytally.measures.templates.compared import TYPE

LONGEST_OFFSET = 15
"""The digits of an offset that are read."""


class ShapeProblem(NamedTuple):
    """A value of another shape than is expected: what is wrong, and the edits that mend it."""

    start: int
    end: int
    message: str
    edits: tuple[Edit, ...] = ()


class Shapes:
    """Reads the parts of a document, and keeps the problems."""

    def __init__(self) -> None:
        self.problems: list[ShapeProblem] = []

    def tell(self, start: int, end: int, message: str, *edits: Edit) -> None:
        """Add a problem."""
        self.problems.append(ShapeProblem(start, end, message, edits))

    def no_name(self, member: Member | None, start: int, end: int) -> None:
        """Tell that a document has no name, or one that is no string; a number has a fix."""
        if member is None:
            self.tell(start, end, "the document has no name: a string called docid")
            return
        name = member.value
        quotes = Edit(name.start, name.start, '"'), Edit(name.end, name.end, '"')
        self._wrong(name, "the name of a document is a string", *(quotes if name.kind is Kind.NUMBER else ()))

    def once(self, value: Value, *names: str) -> None:
        """Tell that an object states again what these names state: only the last of its values is read."""
        first = ""
        for name in (member.name for member in value.members if member.name.text in names):
            if first:
                already = f"{first} stands in this object already"
                again = "" if first == name.text else f", and {name.text} states the same"
                self.tell(*_place(name), f"{already}{again}; state it once")
            first = first or name.text

    def beside(self, syntax: Sequence[Problem]) -> Sequence[ShapeProblem]:
        """The problems but those of what is no JSON anyhow, if they have no fix."""
        wrong = {(each.start, each.end) for each in syntax}
        return [each for each in self.problems if each.edits or (each.start, each.end) not in wrong]

    def items(self, value: Value, wanted: str) -> Sequence[Value]:
        """The items of a list; of another value none, and `wanted` is a problem. A null has a fix."""
        if value.kind is not Kind.ARRAY:
            edits = (Edit(value.start, value.end, "[]"),) if value.text == "null" else ()
            self._wrong(value, wanted, *edits)
        return value.items

    def template(self, value: Value, *, typed: bool = True) -> Template | None:
        """A template; None for a value that is no object."""
        if value.kind is not Kind.OBJECT:
            self._wrong(value, "a template is an object" if typed else "the roles are an object")
            return None
        if typed:
            self.once(value, TYPE)
        stated = value.member(TYPE) if typed else None
        members = [each for each in value.members if not typed or each.name.text != TYPE]
        roles = tuple(
            Role(
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
            self._wrong(value, "a role has a list of entities", *edits)
            yield _lone(value)
            return
        for item in self.items(value, "a role has a list of entities"):
            if item.kind is Kind.STRING:
                edits = (Edit(item.start, item.start, "["), Edit(item.end, item.end, "]"))
                self._wrong(item, "an entity is a list of mentions", *edits)
                yield _lone(item)
            else:
                yield from self._entity(item)

    def _entity(self, value: Value) -> Iterator[Entity]:
        mentions = tuple(self._mentions(self.items(value, "an entity is a list of mentions")))
        if mentions:
            yield Entity(*_place(value), mentions)
        elif value.kind is Kind.ARRAY and not value.items:
            self.tell(*_place(value), "this entity has no mention and does not count")

    def _mentions(self, values: Sequence[Value]) -> Iterator[Mention]:
        for value in values:
            kinds = [item.kind for item in value.items]
            if value.kind is Kind.STRING:
                yield Mention(value.text, *_place(value))
            elif kinds == [Kind.STRING, Kind.NUMBER]:
                yield Mention(value.items[0].text, *_place(value), _offset(value.items[1].text))
            else:
                self._wrong(value, "a mention is a string, or a list of a string and its offset")

    def _wrong(self, value: Value, wanted: str, *edits: Edit) -> None:
        """A value of another kind than the one that is wanted; one that is missing is told already."""
        if value.kind is not Kind.MISSING:
            what = value.kind.value if value.text != "null" else "null"
            self.tell(*_place(value), f"{wanted}, and this is {what}", *edits)


def _place(value: Value) -> tuple[int, int]:
    return value.start, value.end


def _lone(value: Value) -> Entity:
    """An entity that is written as a lone mention."""
    return Entity(*_place(value), (Mention(value.text, *_place(value)),))


def _offset(written: str) -> int | None:
    return int(written) if written.isdecimal() and len(written) <= LONGEST_OFFSET else None
