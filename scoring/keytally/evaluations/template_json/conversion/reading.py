"""Reads records of templates and roles for conversions."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from keytally.evaluations.converted import Loss, Place, SourceText
from keytally.evaluations.converted_templates import (
    ReadTemplates,
    RoleDocument,
    RoleEntity,
    RoleMention,
    Roles,
    RoleTemplate,
    roles_in_order,
)
from keytally.evaluations.template_json.formats.parsing import Parser
from keytally.evaluations.template_json.formats.records import DOCUMENT, EXTRACTS, TEMPLATES, TEXTS, Record
from keytally.evaluations.template_json.formats.tree import Value
from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.evaluations.template_json.language import TemplateLanguage
from keytally.evaluations.template_json.model import Mention, Role, Template
from keytally.text.lines import count_line_ends, line_starts

_KEPT = (DOCUMENT, *TEMPLATES, *EXTRACTS, *TEXTS)


def read(source: SourceText) -> ReadTemplates:
    """The records of a file; what is no JSON, or has another shape, is told and read as it can be."""
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
    """Reads one record, which begins on a line of its file."""

    def __init__(self, unit: RecordUnit, shown: str, line: int) -> None:
        self.losses: list[Loss] = []
        self._unit = unit
        self._record: Record = unit.record()
        self._shown = shown
        self._line = line
        self._starts = line_starts(unit.text)

    def document(self) -> RoleDocument:
        """The document of the record."""
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
        """The roles of a template; of two with one name the last."""
        found: dict[str, list[RoleEntity]] = {}
        for role in template.roles:
            if role.name in found:
                self._lose(role.name_start, f"the role {role.name} stands twice; the first is left out")
            found[role.name] = list(self._entities(role))
        return roles_in_order(found)

    def _entities(self, role: Role) -> Iterator[RoleEntity]:
        for entity in role.entities:
            yield RoleEntity(tuple(map(self._mention, entity.mentions)), self._place(entity.start))

    def _mention(self, mention: Mention) -> RoleMention:
        if mention.offset is None and self._unit.text[mention.start] == "[":
            self._lose(mention.start, f"the offset of {mention.text} is none and is left out")
        return RoleMention(mention.text, mention.offset)

    def _place(self, offset: int) -> Place:
        return Place(self._shown, self._line + bisect_right(self._starts, offset) - 1)

    def _lose(self, offset: int, what: str) -> None:
        self.losses.append(Loss(self._place(offset), what))


def _further(unit: RecordUnit) -> Iterator[tuple[str, int]]:
    """The names of members that are not read, and where they stand; those that are overruled as well."""
    parser = Parser(unit.text)
    value: Value = parser.member().value if unit.is_keyed else parser.value()
    read: Sequence[int] = [
        found.name.start
        for names in ((DOCUMENT,), TEMPLATES, EXTRACTS, TEXTS)
        if (found := value.member(*names)) is not None
    ]
    for member in value.members:
        if member.name.start not in read:
            yield member.name.text, member.name.start
