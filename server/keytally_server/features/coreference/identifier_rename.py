"""Renaming an ID: in the tag that gives it, and in the REFs that use it."""

import re

from keytally.evaluations.muc.formats.sgml.tags import Attribute, Tag
from keytally.findings.finding import Edit
from keytally_server.answers.rename import Renamable, RenameError
from keytally_server.features.coreference.here import Here

_SOUND = re.compile(r"[^\s\"'<>=&]+")


def renamable_identifier(here: Here) -> Renamable | None:
    """The ID at the place: that of the REF which stands there, else the mention's own. Raises RenameError."""
    found = _at(here)
    if found is None:
        return None
    tag, attribute = found
    value = attribute.value.strip()
    if here.chains.mention_of(value) is None:
        raise RenameError(f"no mention of this document has the ID {value}")
    start = here.offset + tag.start + attribute.value_start
    return Renamable(start, start + len(attribute.value), value)


def rename_identifier(here: Here, new_name: str) -> list[Edit]:
    """The edits that give the ID at the place another name in its document of this file.

    Of two mentions with one ID the first is what REFs mean, so it takes them along. Raises RenameError
    for a name that is malformed or taken.
    """
    old = renamable_identifier(here)
    if old is None:
        raise RenameError("there is no ID here")
    new = new_name.strip()
    if not _SOUND.fullmatch(new):
        raise RenameError(f"{new!r} is no ID: one holds no blanks, quotes, brackets, = or &")
    if new != old.name and here.chains.mention_of(new) is not None:
        raise RenameError(f"the document has a mention with the ID {new} already")
    home = here.chains.mention_of(old.name)
    edits = []
    for number, mention in enumerate(here.chains.mentions):
        tag = mention.element.open
        given = tag.attribute(here.syntax.identifier) if number == home else None
        for attribute in (given, tag.attribute(here.syntax.reference)):
            if attribute is not None and attribute.value.strip() == old.name != new:
                edits.append(_changed(here, tag, attribute, new))
    return sorted(edits, key=lambda edit: edit.start)


def _at(here: Here) -> tuple[Tag, Attribute] | None:
    mention = here.mention
    if mention is None:
        return None
    tag = here.chains.mentions[mention].element.open
    place = here.place - tag.start
    reference = tag.attribute(here.syntax.reference)
    if reference is not None and reference.start <= place <= reference.end:
        return tag, reference
    own = tag.attribute(here.syntax.identifier)
    return (tag, own) if own is not None else None


def _changed(here: Here, tag: Tag, attribute: Attribute, new: str) -> Edit:
    start = here.offset + tag.start
    return Edit(start + attribute.value_start, start + attribute.value_end, new)
