"""Writes documents with templates in a format, and reads them again to see that nothing else has changed."""

from collections.abc import Iterator, Sequence

from keytally.conversion.outputs import Converted, Output
from keytally.conversion.templates.mapping import TemplateMapping
from keytally.conversion.templates.objects_from_roles import ObjectsFromRoles
from keytally.conversion.templates.roles_from_objects import RolesFromObjects
from keytally.evaluations.converted import Loss, Place, SourceText
from keytally.evaluations.converted_templates import (
    ObjectDocument,
    ObjectWriting,
    RoleDocument,
    RoleWriting,
    TemplateDocument,
    TemplateFormat,
)


def convert_templates(
    documents: Sequence[TemplateDocument], target: TemplateFormat, mapping: TemplateMapping | None = None
) -> Converted:
    """Documents in a format that can be written."""
    mapping = mapping or TemplateMapping()
    losses: list[Loss] = []
    held: Sequence[TemplateDocument]
    if isinstance(target.writing, ObjectWriting):
        objects = _as_objects(documents, mapping, losses)
        fitted = [target.writing.fit(each) for each in objects]
        losses += dict.fromkeys(loss for each in fitted for loss in each.losses)
        held = kept = [each.document for each in fitted]
        text = target.writing.write(kept)
    elif isinstance(target.writing, RoleWriting):
        held = roles = _as_roles(documents, mapping, losses)
        text = target.writing.write(roles)
    else:
        raise TypeError(f"{target.name} is not written")
    read = target.read([SourceText(target.parts[0], text)]).documents
    return Converted([Output("", (text,))], [*losses, *_changes(held, read)])


def _as_objects(
    documents: Sequence[TemplateDocument], mapping: TemplateMapping, losses: list[Loss]
) -> list[ObjectDocument]:
    """The documents with objects; adds what is lost."""
    maker = ObjectsFromRoles(mapping, [each for each in documents if isinstance(each, RoleDocument)])
    found: list[ObjectDocument] = []
    for each in documents:
        made, lost = (each, list[Loss]()) if isinstance(each, ObjectDocument) else maker.document(each)
        found.append(made)
        losses += lost
    return found


def _as_roles(
    documents: Sequence[TemplateDocument], mapping: TemplateMapping, losses: list[Loss]
) -> list[RoleDocument]:
    """The documents with roles; adds what is lost."""
    maker = RolesFromObjects(mapping, [each for each in documents if isinstance(each, ObjectDocument)])
    found: list[RoleDocument] = []
    for each in documents:
        made, lost = (each, list[Loss]()) if isinstance(each, RoleDocument) else maker.document(each)
        found.append(made)
        losses += lost
    return found


def _changes(meant: Sequence[TemplateDocument], read: Sequence[TemplateDocument]) -> Iterator[Loss]:
    """What is read otherwise than it was meant."""
    if len(meant) != len(read):
        place = meant[0].place if meant else Place("")
        yield Loss(place._replace(line=0), f"{len(meant)} documents would be read as {len(read)}")
        return
    for one, other in zip(meant, read, strict=True):
        if one.name != other.name:
            yield Loss(one.place, f"the name {one.name or 'of a document without one'} becomes {other.name}")
        yield from _changes_of(one, other)


def _changes_of(meant: TemplateDocument, read: TemplateDocument) -> Iterator[Loss]:
    if isinstance(meant, ObjectDocument) and isinstance(read, ObjectDocument):
        for number, obj in enumerate(meant.objects):
            if number >= len(read.objects) or obj != read.objects[number]:
                yield Loss(obj.place, f"{obj.title or 'a template'} would be read otherwise")
        if meant.templates != read.templates or len(read.objects) > len(meant.objects):
            yield Loss(meant.place, "the templates of the document would be read otherwise")
    elif isinstance(meant, RoleDocument) and isinstance(read, RoleDocument):
        if meant.templates != read.templates or meant.extracts != read.extracts:
            yield Loss(meant.place, "the templates of the document would be read otherwise")
        if meant.text != read.text:
            yield Loss(meant.place, "the text of the document would be read otherwise")
