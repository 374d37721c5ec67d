"""Files of annotation tools as units; a record or a standoff file is one document."""

import re
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import PurePath
from typing import NamedTuple

from keytally.families.contract import (
    ORDINAL,
    WHOLE_TEXT,
    AnnotatorReading,
    Language,
    Level,
    Mark,
    Role,
    TextBeside,
)
from keytally.families.faults import findings_of
from keytally.families.interchange import (
    MENTION,
    Document,
    Entity,
    Fault,
    FaultKind,
    Loss,
    Place,
    Relation,
    SourceText,
)
from keytally.families.json_units import is_separator, record_in, record_starts
from keytally.families.presentation import Heading, PresentedUnit, Proposal
from keytally.families.spans.brat import (
    lines_about,
    quotations,
    quoted_text,
    read_brat,
)
from keytally.families.spans.json_lines import RECORDS
from keytally.families.spans.json_records import Record, raw_records
from keytally.families.spans.offsets import Quotation
from keytally.families.spans.placed import PlacedEntity, PlacedRelation
from keytally.families.spans.uima_cas import is_cas, read_cas
from keytally.families.spans.webanno import WEBANNO
from keytally.families.spans.writing import SpanChange, written_unit
from keytally.findings.finding import Edit, Finding
from keytally.findings.spelling import short_text
from keytally.tallies.status import Status
from keytally.text.difference import difference
from keytally.text.positions import LINE_END, count_line_ends

_STANDOFF = re.compile(r"\s*(?:[TREAMN]\d+\t|#\d*\t|\*\t)")


class SpansUnit(PresentedUnit):
    """A document with its entities; `document` is None for a part of the file without a document, such as
    an empty line.
    """

    def __init__(
        self,
        text: str,
        stem: str = "",
        *,
        by_order: bool = False,
        is_standoff: bool = False,
        annotator: str = "",
    ) -> None:
        self.text = text
        self._made = stem, by_order, is_standoff, annotator
        self._read = read_document(text, stem, annotator, is_standoff=is_standoff)
        content = self._read.content
        self.document: str | None = None
        if content is not None:
            self.document = ORDINAL if by_order or not content.name else content.name

    @property
    def findings(self) -> Sequence[Finding]:
        """Return the findings on format errors."""
        return self._read.findings

    @property
    def content(self) -> Document | None:
        """Return the document as read."""
        return self._read.content

    @property
    def has_text(self) -> bool:
        """Return whether the unit contains the whole text of the document."""
        return self.content is not None and not self._read.is_quoted

    @cached_property
    def entities(self) -> Sequence[PlacedEntity]:
        """Return the entities in text order, with their places in the unit."""
        return () if self.content is None else self.placed(self.content)

    def placed(self, document: Document) -> Sequence[PlacedEntity]:
        """Return the entities of a document, with their places in the unit."""
        return [PlacedEntity(self, document, each, *self._line_of(each.place)) for each in document.entities]

    @cached_property
    def relations(self) -> Sequence[PlacedRelation]:
        """Return the relations in file order, with their places in the unit."""
        return () if self.content is None else self.placed_relations(self.content)

    def placed_relations(self, document: Document) -> Sequence[PlacedRelation]:
        """Return the relations of a document, with their places in the unit."""
        placed = []
        for relation in document.relations:
            start, end = self._line_of(relation.place)
            if relation.piece and (at := self.text.find(f" {relation.piece}", start, end)) >= 0:
                start, end = at + 1, at + 1 + len(relation.piece)
            placed.append(PlacedRelation(relation, start, end))
        return placed

    @cached_property
    def _lines(self) -> tuple[Sequence[int], Sequence[int]]:
        """Return the start and end offsets of lines."""
        ends = [*LINE_END.finditer(self.text)]
        return [0, *(end.end() for end in ends)], [*(end.start() for end in ends), len(self.text)]

    def _line_of(self, place: Place) -> tuple[int, int]:
        """Return the range of a line without its indentation."""
        starts, stops = self._lines
        line = min(max(place.line, 1), len(starts)) - 1
        start = starts[line]
        blank = len(self.text[start : stops[line]]) - len(self.text[start : stops[line]].lstrip(" \t,["))
        return start + blank, max(stops[line], start + blank)

    def covered(self, entity: Entity) -> str:
        """Return the text of an entity of the document."""
        return self.content.covered(entity) if self.content is not None else ""

    @cached_property
    def quotations(self) -> Sequence[tuple[int, Quotation]]:
        """Return the quotations in a standoff file, each with its line number."""
        return [*quotations(self.text)]

    def shown_relation(self, relation: Relation) -> str:
        """Return the type and the texts of a relation, such as `works_for "Ida Wren" → "Harbour Board"`."""
        head, tail = (
            short_text(" ".join(self.covered(each).split())) for each in (relation.head, relation.tail)
        )
        return f'{relation.type} "{head}" → "{tail}"'

    def proposal(self, mark: Mark) -> Proposal | None:
        """Return the proposal that makes a marked span match the key; None if the file cannot represent
        it.
        """
        if self.content is None or mark.status is Status.CORRECT:
            return None
        if mark.level is Level.RELATION:
            # Imported here: only pairs of the task `relations` have such marks.
            from keytally.families.spans.relations.standoff import proposal  # noqa: PLC0415

            is_apart = mark.partner is not None and not self._has_offsets_of(mark.partner[0])
            return None if self.has_text or is_apart else proposal(self, mark)
        present = self._marked(mark)
        if mark.partner is None:
            if mark.status is not Status.SPURIOUS or present is None or self._names(present):
                return None
            wanted, title = None, f"Delete the spurious {mark.subject or present.shown}"
        else:
            unit, start, _ = mark.partner
            subject = mark.subject or ""
            wanted = next(
                (each for each in unit.entities if each.start == start and each.shown in subject), None
            )
            if (
                wanted is None
                or not self._has_offsets_of(unit)
                or (present is None) != (mark.start == mark.end)
            ):
                return None
            title = f"Accept the key's {wanted.shown}"
        entity, covered = (None, "") if wanted is None else (wanted.entity, wanted.covered)
        written = written_unit(self, {0: SpanChange(present, entity, covered)}, with_attributes=False)
        change = difference(self.text, written.unit.text)
        if written.refused or change is None:
            return None
        return Proposal(title, Edit(change.start, change.end, change.text), drops=wanted is None)

    def with_content(self, content: Document) -> "SpansUnit":
        """Return a unit with other spans and the same text."""
        unit = copy(self)
        for name in ("entities", "relations"):
            unit.__dict__.pop(name, None)
        unit._read = self._read._replace(content=content, findings=())
        return unit

    def _marked(self, mark: Mark) -> PlacedEntity | None:
        """Return the span of a mark, which may share its place with other spans."""
        subject = mark.subject or ""
        places = (each for each in self.entities if (each.start, each.end) == (mark.start, mark.end))
        return next((each for each in places if f"{subject} (".startswith(f"{each.shown} (")), None)

    def _names(self, place: PlacedEntity) -> bool:
        """Return whether other lines of a standoff file refer to a span."""
        identifier = self.text[place.start : place.end].partition("\t")[0]
        return not self.has_text and any(True for _ in lines_about(self.text, identifier))

    def _has_offsets_of(self, unit: "SpansUnit") -> bool:
        """Return whether the offsets of this file refer to a unit's text."""
        if self.content is None or unit.content is None or self.content.counted:
            return False
        if self.has_text and unit.has_text:
            return self.content.text.rstrip() == unit.content.text.rstrip()
        quoted, text = (unit, self.content.text) if self.has_text else (self, unit.content.text)
        return not (self.has_text or unit.has_text) or all(each.fits(text) for _, each in quoted.quotations)

    def with_text(self, text: str) -> "SpansUnit":
        """Return a unit with another text, read in the same way."""
        stem, by_order, is_standoff, annotator = self._made
        is_standoff = is_standoff or (self.content is not None and not self.has_text)
        return SpansUnit(text, stem, by_order=by_order, is_standoff=is_standoff, annotator=annotator)

    def outline(self) -> Iterable[Heading]:
        """Return a heading with the document's name or first words and the number of its entities."""
        if self.content is None:
            return ()
        name = self.content.name or " ".join(self.content.text[:60].split()) or "document"
        end = len(self.text.rstrip())
        return (Heading(name, str(len(self.content.entities)), 0, end, 0, end),)


class ReadDocument(NamedTuple):
    """The document of a unit, if it has one, and its findings; `is_quoted` is true if only quoted text is
    known.
    """

    content: Document | None
    findings: Sequence[Finding] = ()
    is_quoted: bool = False


def read_document(text: str, stem: str, annotator: str = "", *, is_standoff: bool = False) -> ReadDocument:
    """Read the document of a unit; `stem` is the name of a document with its own file.

    With `annotator`, read only that annotator's annotations from a file with several annotators. An empty
    standoff file is a document without spans.
    """
    if not is_standoff and is_separator(text):
        return ReadDocument(None)
    if is_standoff or _STANDOFF.match(text):
        found = read_brat([SourceText(f"{stem}.ann", text), SourceText("", quoted_text(text))])
        document = replace(found.documents[0], name=stem)
        return ReadDocument(document, findings_of(text, found.losses), is_quoted=True)
    if is_cas(text):
        found = read_cas([SourceText("", text)])
        cas = next(iter(found.documents), None)
        named = replace(cas, name=cas.name or stem) if cas is not None else None
        return ReadDocument(named, findings_of(text, found.losses))
    if WEBANNO.is_of("", text):
        found = WEBANNO.read([SourceText("", text)])
        document = replace(found.documents[0], name=stem)
        if document.mentions_beside:
            entities = tuple(entity for entity in document.entities if entity.type != MENTION)
            document = replace(document, entities=entities, chains=())
        return ReadDocument(document, findings_of(text, found.losses))
    of_record, losses = _read_record(text, annotator)
    return ReadDocument(of_record, findings_of(text, losses))


def _read_record(text: str, annotator: str) -> tuple[Document | None, Sequence[Loss]]:
    found = record_in(text)
    if found is None:
        line = count_line_ends(text[: len(text) - len(text.lstrip())]) + 1
        return None, [_fault(line, "the record is not valid JSON")]
    line = count_line_ends(text[: found.start]) + 1
    losses = [_fault(line, "the record is followed by other text")] if found.is_followed else []
    for form in RECORDS:
        values = form.as_object(found.value)
        if values is not None and form.is_record(values):
            record = Record(SourceText("", text), line, values, text[found.start : found.end], annotator)
            return record.resolved(form.read), [*losses, *record.losses]
    return None, [*losses, _fault(line, "the record has no text with labelled spans")]


def _fault(line: int, wrong: str) -> Loss:
    return Loss(Place("", line), wrong, Fault(FaultKind.LINE, wrong))


@dataclass(frozen=True, slots=True)
class SpansLanguage(Language):
    """The language of a file.

    `stem` is the file name without its extension, which names a document with its own file. With `by_order`,
    documents are identified by their number in the file; `is_standoff` is true for a brat file. `annotator`
    is the annotator whose annotations are read from a file with several annotators; "" for the first
    annotator in each record.
    """

    role: Role = Role.UNKNOWN
    by_order: bool = False
    stem: str = ""
    is_standoff: bool = False
    annotator: str = ""
    name: str = "spans"
    lookahead: int = WHOLE_TEXT

    def of_file(self, name: str, absent: Sequence[str] = ()) -> "SpansLanguage":
        """Return the language of the file with that name."""
        return replace(self, stem=PurePath(name).stem, is_standoff=name.endswith(".ann"))

    @property
    def by_annotator(self) -> AnnotatorReading:
        """Return the functions that read files with several annotators."""
        return AnnotatorReading(self._annotators, lambda name: replace(self, annotator=name))

    def _annotators(self, text: str) -> Sequence[str]:
        if _STANDOFF.match(text) or WEBANNO.is_of("", text) or is_cas(text):
            return ()
        names = (name for record in raw_records(text) for name in _annotators_of(record.value))
        return tuple(dict.fromkeys(name for name in names if name))

    def boundaries(self, text: str) -> list[int]:
        """Return the offsets at which JSON records start; none for other formats."""
        is_one = self._is_standoff(text) or _STANDOFF.match(text) or WEBANNO.is_of("", text) or is_cas(text)
        return [] if is_one else list(record_starts(text))

    def read(self, text: str) -> SpansUnit:
        """Return the unit with that text; never fails."""
        return SpansUnit(
            text,
            self.stem,
            by_order=self.by_order,
            is_standoff=self._is_standoff(text),
            annotator=self.annotator,
        )

    def _is_standoff(self, text: str) -> bool:
        """Return whether a text is standoff annotation; a response is read under the name of its key."""
        return self.is_standoff and not text.lstrip().startswith(("{", "[", "#FORMAT=WebAnno"))

    @property
    def beside_text(self) -> TextBeside:
        """Return the functions that compare a brat file with its text."""
        # Imported here: only editors compare files with their texts in this way.
        from keytally.families.spans.standoff_text import beside_text  # noqa: PLC0415

        return beside_text()


def _annotators_of(value: object) -> Sequence[str]:
    """Return the names of the annotators of a record."""
    for form in RECORDS:
        values = form.as_object(value)
        if values is not None and form.is_record(values):
            return form.annotators(values)
    return ()
