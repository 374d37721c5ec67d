"""Units of a template file: the records of documents, and positions in them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from keytally.families.contract import Mark
from keytally.families.presentation import Heading, Piece, PieceKind, PresentedUnit, Proposal
from keytally.families.template_json.fast_records import SoundRecord, sound_record
from keytally.families.template_json.records import (
    Entity,
    Names,
    Place,
    Record,
    RoleFillers,
    Template,
    document_of,
    is_opening,
    is_unread_list,
    names_of,
    record_of,
    title_of,
)
from keytally.findings.finding import Finding
from keytally.text.rendering import quantity


class Judge(Protocol):
    """The rules of a record's language."""

    def findings_of(self, unit: "RecordUnit") -> tuple[Finding, ...]:
        """Return the findings that need only the record."""
        ...

    def is_clean(self, record: SoundRecord) -> bool:
        """Return whether a sound record has no findings, as far as a quick check can determine."""
        ...

    def proposal_of(self, unit: "RecordUnit", mark: Mark) -> Proposal | None:
        """Return a proposal that applies the key's content at a mark of a record."""
        ...


class RecordUnit(PresentedUnit):
    """A document's record; its tree is parsed on demand, and cached temporarily."""

    __slots__ = ("_findings", "_judge", "_names", "_sound_content", "document", "text", "title")

    def __init__(self, text: str, judge: Judge | None = None) -> None:
        self.text = text
        self.title = title_of(text)
        self.document = document_of(self.title) if self.title else None
        self._judge = judge
        self._sound_content: Sequence[str] | None = None
        self._findings: tuple[Finding, ...] | None = None
        self._names: Names | None = None

    @property
    def is_opening(self) -> bool:
        """Return whether the unit only opens the object or the list of all documents."""
        return is_opening(self.text)

    @property
    def is_unread_list(self) -> bool:
        """Return whether the unit is a list whose content is not read."""
        return is_unread_list(self.text)

    @property
    def is_keyed(self) -> bool:
        """Return whether the record is a member of one object with all documents."""
        return self.text.startswith('"')

    @property
    def findings(self) -> Sequence[Finding]:
        """Return the findings that need only the record, in text order."""
        if self._findings is None:
            self._findings = self._judge.findings_of(self) if self._judge else ()
        return self._findings

    @property
    def names(self) -> Names:
        """Return the names of all members, including roles, and the types of templates."""
        if self._names is None:
            self._names = names_of(self.text)
        return self._names

    def record(self) -> Record:
        """Return the document content of the unit."""
        return record_of(self.text)

    def sound(self) -> SoundRecord | None:
        """Return the record without places if it is sound, which is faster than parsing the tree."""
        sound = sound_record(self.text)
        self._sound_content = () if sound is None else sound.content
        if self._findings is None and sound and self._judge and self._judge.is_clean(sound):
            self._findings = ()  # What is scored first need not be read again to be judged.
        return sound

    @property
    def sound_content(self) -> Sequence[str]:
        """Return the content members of a sound record (`templates`, `extracts` or both); empty for other
        records.
        """
        if self._sound_content is None:
            self.sound()
        return self._sound_content or ()

    def stated(self) -> Sequence[Template]:
        """Return the templates, with the roles of the whole document as an additional template."""
        record = self.record()
        return (*(record.templates or ()), *((record.extracts,) if record.extracts else ()))

    def pieces(self) -> Iterator[Piece]:
        """Yield the document's name, the types of templates, the names of roles and the mentions."""
        record = self.record()
        pieces = [(record.name_start, record.name_end, PieceKind.MACRO)] if self.title else []
        for template in self.stated():
            if template.type is not None:
                pieces.append((template.type_start, template.type_end, PieceKind.TYPE))
            pieces += [role_piece for role in template.roles for role_piece in _role_pieces(role)]
        for start, end, kind in sorted(pieces, key=lambda each: each[:2]):
            yield Piece(start, end, kind)

    def outline(self) -> Iterable[Heading]:
        """Return a heading for the document, with its templates."""
        if self.title is None:
            return ()
        record = self.record()
        place = (record.name_start, record.name_end)
        children = tuple(map(_heading, self.stated()))
        count = quantity(len(record.templates or ()), "template")
        end = max([record.name_end, *(child.end for child in children)])
        start = min(record.name_start, record.value[0] if record.value and not self.is_keyed else 0)
        return (Heading(self.title, count, start, end, *place, children),)

    def folds(self) -> Iterable[tuple[int, int]]:
        """Return the ranges of the templates."""
        return [(each.start, each.end) for each in self.stated()]

    def proposal(self, mark: Mark) -> Proposal | None:
        """Return a proposal that replaces a template or an entity of the response with the key's."""
        return self._judge.proposal_of(self, mark) if self._judge else None


def _role_pieces(role: RoleFillers) -> Iterator[tuple[int, int, PieceKind]]:
    yield role.name_start, role.name_end, PieceKind.PROPERTY
    for entity in role.entities:
        for mention in entity.mentions:
            yield mention.start, mention.end, PieceKind.STRING


def _heading(template: Template) -> Heading:
    filled = [f"{role.name} {len(role.entities)}" for role in template.roles if role.entities]
    place = (template.type_start, template.type_end)
    return Heading(template.type or "roles", ", ".join(filled), template.start, template.end, *place)


_LONGEST = 40


def words_of(entity: Entity) -> str:
    """Return the first mention of an entity on one line, truncated if it is long."""
    return short(entity.mentions[0].text)


def short(text: str) -> str:
    """Return a text on one line, truncated if it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}\N{HORIZONTAL ELLIPSIS}"


def behind_name(unit: RecordUnit | None) -> Place:
    """Return the place after the document's name."""
    end = unit.record().name_end if unit else 0
    return end, end


def gap_of(unit: RecordUnit | None, template: Template | None, role: str) -> Place:
    """Return the place for a missing entity: after the opening bracket of its role or template."""
    if template is None:
        return behind_name(unit)
    found = template.role(role)
    start = found.start if found else template.start
    end = found.end if found else template.end
    place = min(start + 1, end)
    return place, place
