"""Renames an object: its header and all pointers to it, in its document of this file."""

import re

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.templates.headers import Identity, identity_of
from keytally.evaluations.muc.formats.templates.scanner import TemplateTokenKind
from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
from keytally.evaluations.muc.language.templates import language
from keytally.findings.finding import Edit
from keytally.findings.spelling import shown
from keytally_server.answers.rename import Renamable, RenameError
from keytally_server.formats.templates.identifiers import ObjectName, name_at, occurrences, syntax_of
from keytally_server.session.snapshot import Snapshot

_PLAIN = re.compile(r"\w+")
_ONE_UP = re.compile(r"\w(?:.*\w)?", re.DOTALL)


def renamable_object(snapshot: Snapshot, offset: int) -> Renamable | None:
    """The whole identification string at a place, without its brackets. Raises RenameError."""
    name = name_at(snapshot, offset)
    if name is None:
        return None
    _check_home(name)
    return Renamable(name.occurrence.start, name.occurrence.end, str(name.occurrence.identity))


def rename_object(snapshot: Snapshot, offset: int, new_name: str) -> list[Edit]:
    """The edits that rename the object at a place.

    The new name is a whole identification string, with or without brackets, or a one-up string of only
    letters and digits; the document stays the same. If the class stays the same, each place keeps its own
    spelling of it. Raises RenameError for a name that is malformed, not of the task, or taken.
    """
    name = name_at(snapshot, offset)
    if name is None:
        raise RenameError("there is no object's name here")
    home = _check_home(name)
    syntax = syntax_of(snapshot.reading)
    new = _identity(new_name, home, syntax)
    _check_form(new, syntax)
    if new.key != home.key:
        _check_free(snapshot, new)
    edits = []
    for each in name.all:
        spelling = each.identity.class_name if new.class_name == home.class_name else new.class_name
        written = str(new._replace(class_name=spelling))
        if written != str(each.identity):
            edits.append(Edit(each.start, each.end, written))
    return edits


def _check_home(name: ObjectName) -> Identity:
    """The name in the object's header. Raises RenameError if the header is missing or broken."""
    if name.home is None or name.home.header is None:
        identity = name.occurrence.identity
        raise RenameError(f"document {identity.document} has no object {shown(str(identity))} to rename")
    if name.home.header.problem is not None:
        raise RenameError(f"the header of this object {name.home.header.problem}; mend it first")
    return name.home.identity


def _identity(new_name: str, old: Identity, syntax: TemplateSyntax) -> Identity:
    """The identification string that a new name stands for."""
    bare = new_name.strip()
    written = bare.removeprefix("<").removesuffix(">").strip()
    given = identity_of(written, syntax.compound_classes)
    if given.is_whole and given.document != old.document:
        raise RenameError(f"an object stays in its document: {shown(written)} is not of {old.document}")
    if given.is_whole and (given.one_up == old.one_up or _ONE_UP.fullmatch(given.one_up)):
        return given
    is_class = given.class_name.lower() == old.class_name.lower() or _is_declared(given.class_name, syntax)
    if not is_class and _PLAIN.fullmatch(bare):
        return old._replace(one_up=bare)
    raise RenameError(
        f"{_flaw(bare, is_part=is_class and not given.is_whole)}; "
        f"give a one-up string such as 7, or all of {shown(str(old))}"
    )


def _flaw(written: str, *, is_part: bool) -> str:
    """The problem of a new name; `is_part` if it is only the start of a name."""
    if not written:
        return "an object needs a name"
    return f"{shown(written)} lacks a part" if is_part else f"{shown(written)} is malformed"


def _is_declared(class_name: str, syntax: TemplateSyntax) -> bool:
    return class_name.upper() in syntax.class_names


def _check_form(new: Identity, syntax: TemplateSyntax) -> None:
    """Check that a header and a pointer with this name parse as such. Raises RenameError."""
    unit = language(Role.UNKNOWN).read(f"<{new}> :=\n\tX: <{new}>\n")
    record = unit.record
    fills = [fill for slot in record.slots for fill in slot.fills] if record else []
    is_sound = record is not None and record.header is not None and record.header.problem is None
    if not (
        is_sound
        and [fill.kind for fill in fills] == [TemplateTokenKind.POINTER]
        and fills[0].text == f"<{new}>"
    ):
        raise RenameError(f"{shown(str(new))} is malformed: a name holds no blanks, brackets or quotes")
    if not syntax.knows_class(new.class_name):
        raise RenameError(f"the task has no class {shown(new.class_name)}")


def _check_free(snapshot: Snapshot, new: Identity) -> None:
    for each in occurrences(snapshot.reading, new.document, new):
        if each.header is not None:
            raise RenameError(f"document {new.document} has an object {shown(str(each.identity))} already")
