"""Renames an ID: in the tag that declares it, and in the REFs that use it."""

import re

from keytally.evaluations.muc.formats.sgml.tags import Attribute, Tag
from keytally.findings.finding import Edit
from keytally_server.answers.rename import Renamable, RenameError
from keytally_server.formats.coreference.chain_cursor import ChainCursor

_SOUND = re.compile(r"[^\s\"'<>=&]+")


def renamable_identifier(cursor: ChainCursor) -> Renamable | None:
    """The ID at the place: that of the REF there, else the mention's own. Raises RenameError."""
    found = _at(cursor)
    if found is None:
        return None
    tag, attribute = found
    value = attribute.value.strip()
    if cursor.chains.mention_of(value) is None:
        raise RenameError(f"no mention of this document has the ID {value}")
    start = cursor.offset + tag.start + attribute.value_start
    return Renamable(start, start + len(attribute.value), value)


def rename_identifier(cursor: ChainCursor, new_name: str) -> list[Edit]:
    """The edits that rename the ID at the place in its document of this file.

    If two mentions have one ID, REFs refer to the first, so they change with the first. Raises RenameError
    for a name that is malformed or taken.
    """
    old = renamable_identifier(cursor)
    if old is None:
        raise RenameError("there is no ID here")
    new = new_name.strip()
    if not _SOUND.fullmatch(new):
        raise RenameError(f"{new!r} is no ID: one holds no blanks, quotes, brackets, = or &")
    if new != old.name and cursor.chains.mention_of(new) is not None:
        raise RenameError(f"the document has a mention with the ID {new} already")
    home = cursor.chains.mention_of(old.name)
    edits = []
    for number, mention in enumerate(cursor.chains.mentions):
        tag = mention.element.open
        given = tag.attribute(cursor.syntax.identifier) if number == home else None
        for attribute in (given, tag.attribute(cursor.syntax.reference)):
            if attribute is not None and attribute.value.strip() == old.name != new:
                edits.append(_changed(cursor, tag, attribute, new))
    return sorted(edits, key=lambda edit: edit.start)


def _at(cursor: ChainCursor) -> tuple[Tag, Attribute] | None:
    mention = cursor.mention
    if mention is None:
        return None
    tag = cursor.chains.mentions[mention].element.open
    place = cursor.place - tag.start
    reference = tag.attribute(cursor.syntax.reference)
    if reference is not None and reference.start <= place <= reference.end:
        return tag, reference
    own = tag.attribute(cursor.syntax.identifier)
    return (tag, own) if own is not None else None


def _changed(cursor: ChainCursor, tag: Tag, attribute: Attribute, new: str) -> Edit:
    start = cursor.offset + tag.start
    return Edit(start + attribute.value_start, start + attribute.value_end, new)
