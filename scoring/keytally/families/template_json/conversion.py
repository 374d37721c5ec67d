"""Templates in JSON as a format that templates can be converted from and to."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from keytally.families.interchange import (
    Loss,
    Place,
    ReadTemplates,
    RoleDocument,
    RoleEntity,
    RoleMention,
    Roles,
    RoleTemplate,
    RoleWriting,
    SourceText,
    TemplateFormat,
    roles_in_order,
)
from keytally.families.template_json.json_tree import Parser, Value, json_text
from keytally.families.template_json.reading import RecordUnit
from keytally.families.template_json.recognition import task_of
from keytally.families.template_json.records import (
    DOCUMENT,
    EXTRACTS,
    TEMPLATES,
    TEXTS,
    Mention,
    Record,
    RoleFillers,
    Template,
)
from keytally.families.template_json.rules import TemplateLanguage
from keytally.measures.template_maps import TYPE
from keytally.text.positions import count_line_ends, line_starts

_KEPT = (DOCUMENT, *TEMPLATES, *EXTRACTS, *TEXTS)


def read(source: SourceText) -> ReadTemplates:
    """Return the records of a file; report syntax and shape errors, and read as much as possible."""
    language = TemplateLanguage()
    documents: list[RoleDocument] = []
    losses: list[Loss] = []
    line = 1
    for start, end in pairwise([0, *language.boundaries(source.text), len(source.text)]):
        unit = language.read(source.text[start:end])
        if not unit.is_opening and unit.text.strip():
            reader = _RecordReader(unit, source.shown, line)
            document = reader.document()
            documents += [document] if unit.title or unit.record().value else []
            losses += reader.losses
        line += count_line_ends(unit.text)
    return ReadTemplates(documents, sorted(losses, key=lambda loss: loss.place.line))


class _RecordReader:
    """Reads one record; `line` is the record's first line in its file."""

    def __init__(self, unit: RecordUnit, shown: str, line: int) -> None:
        self.losses: list[Loss] = []
        self._unit = unit
        self._record: Record = unit.record()
        self._shown = shown
        self._line = line
        self._starts = line_starts(unit.text)

    def document(self) -> RoleDocument:
        """Return the document of the record."""
        record = self._record
        problems = [(each.start, each.message) for each in record.syntax]
        for start, message in (*problems, *((each.start, each.message) for each in record.shape)):
            self._lose(start, f"malformed: {message}")
        for name, start in _further(self._unit):
            self._lose(start, f"the member {name} is left out")
        stated = self._unit.stated()
        names = dict.fromkeys(role.name for template in stated for role in template.roles)
        is_of_roles = record.templates is None and record.extracts is not None
        return RoleDocument(
            self._unit.title or "",
            None if is_of_roles else tuple(map(self._template, record.templates or ())),
            None if record.extracts is None else self._roles(record.extracts),
            record.text.text if record.text else None,
            tuple(names),
            self._place(record.name_start),
        )

    def _template(self, template: Template) -> RoleTemplate:
        return RoleTemplate(template.type, self._roles(template), self._place(template.start))

    def _roles(self, template: Template) -> Roles:
        """Return the roles of a template; if a name is repeated, the last role."""
        found: dict[str, list[RoleEntity]] = {}
        for role in template.roles:
            if role.name in found:
                self._lose(role.name_start, f"the role {role.name} occurs twice; the first one is left out")
            found[role.name] = list(self._entities(role))
        return roles_in_order(found)

    def _entities(self, role: RoleFillers) -> Iterator[RoleEntity]:
        for entity in role.entities:
            yield RoleEntity(tuple(map(self._mention, entity.mentions)), self._place(entity.start))

    def _mention(self, mention: Mention) -> RoleMention:
        if mention.offset is None and self._unit.text[mention.start] == "[":
            self._lose(mention.start, f"the invalid offset of {mention.text} is left out")
        return RoleMention(mention.text, mention.offset)

    def _place(self, offset: int) -> Place:
        return Place(self._shown, self._line + bisect_right(self._starts, offset) - 1)

    def _lose(self, offset: int, what: str) -> None:
        self.losses.append(Loss(self._place(offset), what))


def _further(unit: RecordUnit) -> Iterator[tuple[str, int]]:
    """Yield the names and places of members that are not converted, including overridden ones."""
    parser = Parser(unit.text)
    if not (unit.is_keyed or unit.is_unread_list):
        parser.item_start()
    value: Value = parser.member().value if unit.is_keyed else parser.value()
    read: Sequence[int] = [
        found.name.start
        for names in ((DOCUMENT,), TEMPLATES, EXTRACTS, TEXTS)
        if (found := value.member(*names)) is not None
    ]
    for member in value.members:
        if member.name.start not in read:
            yield member.name.text, member.name.start


def written(documents: Sequence[RoleDocument]) -> str:
    """Return the text of a file. Each template contains all roles in the file, as programs expect."""
    names = list(dict.fromkeys(name for document in documents for name in _names(document)))
    return "".join(f"{json_text(_record(document, names))}\n" for document in documents)


def _names(document: RoleDocument) -> Iterable[str]:
    """Return the roles of a document: those that it names and those that are filled."""
    yield from document.role_names
    for roles in (*(each.roles for each in document.templates or ()), document.extracts or ()):
        yield from (name for name, _ in roles)


def _record(document: RoleDocument, names: Sequence[str]) -> dict[str, Any]:
    record: dict[str, Any] = {DOCUMENT: document.name}
    if document.text is not None:
        record[TEXTS[0]] = document.text
    if document.templates is not None:
        record[TEMPLATES[0]] = [
            {**({} if template.type is None else {TYPE: template.type}), **_roles(template.roles, names)}
            for template in document.templates
        ]
    if document.extracts is not None:
        record[EXTRACTS[0]] = _roles(document.extracts, names)
    return record


def _roles(roles: Roles, names: Sequence[str]) -> dict[str, Any]:
    filled = dict(roles)
    return {
        name: [[_mention(mention) for mention in entity.mentions] for entity in filled.get(name, ())]
        for name in names
    }


def _mention(mention: RoleMention) -> Any:
    return mention.text if mention.offset is None else [mention.text, mention.offset]


def _is_of(name: str, beginning: str) -> bool:
    return task_of(beginning) is not None


def _read(texts: Sequence[SourceText]) -> ReadTemplates:
    return read(texts[0])


FORMATS = (
    TemplateFormat(
        "template-json",
        "templates as JSON",
        (".jsonl",),
        _is_of,
        _read,
        RoleWriting(written),
    ),
)
