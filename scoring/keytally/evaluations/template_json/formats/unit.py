"""A unit of a file of templates: a document's record, or what opens the object of all documents."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from keytally.evaluations.interface import Mark
from keytally.evaluations.presentation import Heading, Piece, PieceKind, PresentedUnit, Proposal
from keytally.evaluations.template_json.formats.names import Names, names_of
from keytally.evaluations.template_json.formats.records import (
    Record,
    begins_list,
    document_of,
    is_opening,
    record_of,
    title_of,
)
from keytally.evaluations.template_json.formats.sound import SoundRecord, sound_record
from keytally.evaluations.template_json.model import Role, Template
from keytally.findings.finding import Finding
from keytally.text.plural import quantity


class Judge(Protocol):
    """What is said of a record by the rules of its language."""

    def findings_of(self, unit: "RecordUnit") -> tuple[Finding, ...]:
        """The findings of a record alone."""
        ...

    def is_clean(self, record: SoundRecord) -> bool:
        """Whether a sound record has no finding, as far as that is told at once."""
        ...

    def proposal_of(self, unit: "RecordUnit", mark: Mark) -> Proposal | None:
        """What the key asks for at a mark of a record."""
        ...


class RecordUnit(PresentedUnit):
    """A document's record; its tree is made again when it is asked for, and kept for a while only."""

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
        """Whether the unit only opens the object of all documents."""
        return is_opening(self.text)

    @property
    def begins_list(self) -> bool:
        """Whether the unit is or begins a list, of which nothing is read."""
        return begins_list(self.text)

    @property
    def is_keyed(self) -> bool:
        """Whether the record is a member of one object with all documents."""
        return self.text.startswith('"')

    @property
    def findings(self) -> Sequence[Finding]:
        """The findings of the record alone, in the order of the text."""
        if self._findings is None:
            self._findings = self._judge.findings_of(self) if self._judge else ()
        return self._findings

    @property
    def is_judged(self) -> bool:
        """Whether the findings are known."""
        return self._findings is not None

    def found_sound(self) -> None:
        """Take over from another process that there are no findings."""
        self._findings = ()

    @property
    def names(self) -> Names:
        """The names of all members, roles among them, and the types of templates."""
        if self._names is None:
            self._names = names_of(self.text)
        return self._names

    def record(self) -> Record:
        """What the unit says of its document."""
        return record_of(self.text)

    def sound(self) -> SoundRecord | None:
        """The same without places, where there is nothing odd; at little cost."""
        sound = sound_record(self.text)
        self._sound_content = () if sound is None else sound.content
        if self._findings is None and sound and self._judge and self._judge.is_clean(sound):
            self._findings = ()  # What is scored first need not be read again to be judged.
        return sound

    @property
    def sound_content(self) -> Sequence[str]:
        """What a sound record states, `templates`, `extracts` or both; nothing where it is not sound."""
        if self._sound_content is None:
            self.sound()
        return self._sound_content or ()

    def stated(self) -> Sequence[Template]:
        """The templates, and the roles of the whole document as one more."""
        record = self.record()
        return (*(record.templates or ()), *((record.extracts,) if record.extracts else ()))

    def pieces(self) -> Iterator[Piece]:
        """The document's name, the types of templates, the names of roles and the mentions."""
        record = self.record()
        pieces = [(record.name_start, record.name_end, PieceKind.MACRO)] if self.title else []
        for template in self.stated():
            if template.type is not None:
                pieces.append((template.type_start, template.type_end, PieceKind.TYPE))
            pieces += [each for role in template.roles for each in _role_pieces(role)]
        for start, end, kind in sorted(pieces, key=lambda each: each[:2]):
            yield Piece(start, end, kind)

    def outline(self) -> Iterable[Heading]:
        """The document with its templates."""
        if self.title is None:
            return ()
        record = self.record()
        place = (record.name_start, record.name_end)
        children = tuple(map(_heading, self.stated()))
        count = quantity(len(record.templates or ()), "template")
        end = max([record.name_end, *(each.end for each in children)])
        return (Heading(self.title, count, 0, end, *place, children),)

    def folds(self) -> Iterable[tuple[int, int]]:
        """The templates."""
        return [(each.start, each.end) for each in self.stated()]

    def proposal(self, mark: Mark) -> Proposal | None:
        """The key's template or entity in place of what the response has."""
        return self._judge.proposal_of(self, mark) if self._judge else None


def _role_pieces(role: Role) -> Iterator[tuple[int, int, PieceKind]]:
    yield role.name_start, role.name_end, PieceKind.PROPERTY
    for entity in role.entities:
        for mention in entity.mentions:
            yield mention.start, mention.end, PieceKind.STRING


def _heading(template: Template) -> Heading:
    filled = [f"{role.name} {len(role.entities)}" for role in template.roles if role.entities]
    place = (template.type_start, template.type_end)
    return Heading(template.type or "roles", ", ".join(filled), template.start, template.end, *place)
