"""Renames a type: in the tag at a place, and in all tags of its document with equal text and equal type."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.language.sgml import SgmlLanguage
from keytally.findings.finding import Edit
from keytally.findings.spelling import shown
from keytally_server.answers.rename import Renamable, RenameError
from keytally_server.formats.presenter import Stretch
from keytally_server.formats.sgml.edit_check import changes_only_tags
from keytally_server.formats.sgml.element_lookup import element_at
from keytally_server.formats.sgml.entities import entity_of, equal_elements
from keytally_server.formats.sgml.tag_edits import kind_name, retyped, tag_kinds, type_of
from keytally_server.session.snapshot import UnitAt

ALTERNATIVES = "|"


class _Kind(NamedTuple):
    name: str
    value: str


def renamable_type(at: UnitAt, language: SgmlLanguage) -> Renamable | None:
    """The value of the type at a place, or the name of the tag; None anywhere else."""
    found = _place(at, language.syntax)
    if found is None:
        return None
    start, end = found[1]
    return Renamable(at.offset + start, at.offset + end, at.unit.text[start:end])


def rename_type(at: UnitAt, language: SgmlLanguage, new_name: str) -> list[Edit]:
    """The edits that give the tag at a place, and all of its document that are equal to it, another type.

    The new name is a type, the name of a tag, or both. A type of another tag changes the tag's name too.
    Raises RenameError for one that the task does not have.
    """
    found = _place(at, language.syntax)
    if found is None:
        raise RenameError("there is no type here")
    unit, syntax, element = at.unit, language.syntax, found[0]
    kind = _kind(syntax, element, new_name)
    same = equal_elements(unit, syntax, entity_of(unit, syntax, element))
    changes = [retyped(unit, syntax, each, *kind) for each in same]
    if not all(changes_only_tags(unit, language, edits, 0) for edits in changes):
        raise RenameError(f"a tag that reads like this one cannot become {kind_name(*kind)}: mend it first")
    edits = (edit for each in changes for edit in each if unit.text[edit.start : edit.end] != edit.text)
    moved = (Edit(at.offset + edit.start, at.offset + edit.end, edit.text) for edit in edits)
    return sorted(moved, key=lambda edit: edit.start)


def _place(at: UnitAt, syntax: SgmlSyntax) -> tuple[Element, Stretch] | None:
    """The element whose type or name a place is on, and the range of that."""
    element = element_at(at.unit, at.place)
    if element is None:
        return None
    return next(
        ((element, each) for each in _stretches(element, syntax) if each[0] <= at.place <= each[1]), None
    )


def _stretches(element: Element, syntax: SgmlSyntax) -> Iterator[Stretch]:
    attribute = element.open.attribute(syntax.type)
    if attribute is not None:
        yield element.open.start + attribute.value_start, element.open.start + attribute.value_end
    yield element.open.start + 1, element.open.start + 1 + len(element.name)
    yield element.close.start + 2, element.close.start + 2 + len(element.name)


def _kind(syntax: SgmlSyntax, element: Element, new_name: str) -> _Kind:
    """The tag and the type that a new name stands for. Raises RenameError."""
    words = new_name.split()
    kinds = [_Kind(*each) for each in tag_kinds(syntax)]
    kinds.sort(key=lambda kind: kind.name != element.name)
    alternatives = new_name.strip().upper().split(ALTERNATIVES)
    own = {kind.value.upper() for kind in kinds if kind.name == element.name}
    if len(alternatives) > 1 and own.issuperset(alternatives):
        return _Kind(element.name, ALTERNATIVES.join(alternatives))
    for kind in kinds:
        if _is_meant(kind, words, type_of(syntax, element)):
            return kind
    known = ", ".join(kind_name(*kind) for kind in kinds)
    raise RenameError(f"{shown(new_name.strip())} is no type and no tag of the task, which has {known}")


def _is_meant(kind: _Kind, words: Sequence[str], value: str) -> bool:
    """Whether words are a type, a tag that takes the present type, or a tag and its type."""
    written = [word.upper() for word in words]
    name, own = kind.name.upper(), kind.value.upper()
    return (
        (bool(own) and written == [own])
        or written == [name, own]
        or (written == [name] and own == value.upper())
    )
