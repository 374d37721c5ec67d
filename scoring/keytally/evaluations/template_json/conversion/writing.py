"""Writes a record a line."""

from collections.abc import Iterable, Sequence
from typing import Any

from keytally.evaluations.converted_templates import RoleDocument, RoleMention, Roles
from keytally.evaluations.template_json.formats.layout import json_text
from keytally.evaluations.template_json.formats.records import DOCUMENT, EXTRACTS, TEMPLATES, TEXTS
from keytally.measures.templates.compared import TYPE


def written(documents: Sequence[RoleDocument]) -> str:
    """The text of a file. Each template has all roles of the file, as programs expect it."""
    names = list(dict.fromkeys(name for document in documents for name in _names(document)))
    return "".join(f"{json_text(_record(document, names))}\n" for document in documents)


def _names(document: RoleDocument) -> Iterable[str]:
    """The roles of a document: those that it names, and those that are filled."""
    yield from document.role_names
    for roles in (*(each.roles for each in document.templates or ()), document.extracts or ()):
        yield from (name for name, _ in roles)


def _record(document: RoleDocument, names: Sequence[str]) -> dict[str, Any]:
    record: dict[str, Any] = {DOCUMENT: document.name}
    if document.text is not None:
        record[TEXTS[0]] = document.text
    if document.templates is not None:
        record[TEMPLATES[0]] = [
            {**({} if each.type is None else {TYPE: each.type}), **_roles(each.roles, names)}
            for each in document.templates
        ]
    if document.extracts is not None:
        record[EXTRACTS[0]] = _roles(document.extracts, names)
    return record


def _roles(roles: Roles, names: Sequence[str]) -> dict[str, Any]:
    filled = dict(roles)
    return {
        name: [[_mention(each) for each in entity.mentions] for entity in filled.get(name, ())]
        for name in names
    }


def _mention(mention: RoleMention) -> Any:
    return mention.text if mention.offset is None else [mention.text, mention.offset]
