"""Conversion from and to SGML and template files: readers and writers of documents."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from keytally.families.contract import Role
from keytally.families.interchange import (
    MENTION,
    ConversionFormat,
    Document,
    Entity,
    Extent,
    FillKind,
    FittedObjects,
    FormatCapabilities,
    Loss,
    ObjectDocument,
    ObjectFill,
    ObjectSlot,
    ObjectWriting,
    Place,
    ReadDocuments,
    ReadTemplates,
    SourceText,
    TemplateFormat,
    TemplateObject,
    arranged,
)
from keytally.families.muc import flat_templates
from keytally.families.muc.sgml.language import sgml_language
from keytally.families.muc.sgml.structure import Element
from keytally.families.muc.sgml.syntax import IDENTITY, Attribute, SgmlSyntax
from keytally.families.muc.sgml.unit import SgmlUnit, markup_pieces
from keytally.families.muc.templates.language import template_language
from keytally.families.muc.templates.scanner import (
    Header,
    TemplateTokenKind,
    document_number,
    pointed_name,
    scan_template,
)
from keytally.families.muc.templates.unit import (
    OPTIONAL_VALUES,
    STATUS_SLOT,
    Name,
    Record,
    SingleFill,
    SlotEntry,
    TemplateUnit,
)
from keytally.text.positions import count_line_ends, line_starts
from keytally.text.rendering import quantity

TAG_ATTRIBUTE = "tag"
"""The attribute that stores the tag's name if the type does not determine it."""

ENTITY = "enamex"
_TAGS = {"DATE": "timex", "TIME": "timex", "MONEY": "numex", "PERCENT": "numex"}
_NAMES = frozenset({ENTITY, *_TAGS.values()})


def tag_of(kind: str) -> str:
    """Return the lower-case tag for a type; `A|B` has the tag of its first value."""
    return _TAGS.get(kind.partition("|")[0].strip().upper(), ENTITY)


def chosen_tag(kind: str, named: str | None) -> str:
    """Return the named tag if it is known, otherwise the tag for the type."""
    return named if named in _NAMES else tag_of(kind)


# The markup around a plain text that makes it a document of SGML.
#
# Documents of SGML are compared by the digits of their numbers. A name with other characters gets a number
# after it, computed from the whole name, so that different names have different digits; reading removes it
# again.


_ENVELOPE = re.compile(
    r"<DOC>\n(?:<DOCNO> (?P<name>[^\n<>]+) </DOCNO>\n)?<TXT>\n(?P<text>[^\0]*)\n</TXT>\n</DOC>\n"
)
_TAG = re.compile(r"</?[A-Za-z]")
_NUMBER = re.compile(r"[0-9]+|[0-9]{6}-[0-9]{4}\.?")
"""Names that are uniquely identified by their digits: numbers, and MUC-6 names such as `950101-0001.`"""
_MOST_DIGITS = 15


class Enveloped(NamedTuple):
    """The name of a document, its text, and the offset at which the text starts."""

    name: str
    text: str
    start: int


def open_envelope(document: str) -> Enveloped | None:
    """Return the document in an envelope; None if it has other markup."""
    found = _ENVELOPE.fullmatch(document)
    if found is None or _TAG.search(found["text"]):
        return None
    return Enveloped(_name_in(found["name"] or ""), found["text"], found.start("text"))


def begins_document(text: str) -> bool:
    """Return whether a text already has the markup of a document."""
    return re.match(r"<DOC(?=[\s>])", text, re.IGNORECASE) is not None


def wrap_in_envelope(name: str, text: str) -> Enveloped:
    """Return a text without markup wrapped as an SGML document, with the offset of the text in it."""
    number = f"<DOCNO> {_numbered(name)} </DOCNO>\n" if name else ""
    opening = f"<DOC>\n{number}<TXT>\n"
    return Enveloped(name, f"{opening}{text}\n</TXT>\n</DOC>\n", len(opening))


def _numbered(name: str) -> str:
    """Return the name, followed by a number if its own digits might not be unique."""
    return name if _NUMBER.fullmatch(name) else f"{name} {_number_of(name)}"


def _name_in(content: str) -> str:
    """Return a document's name without the number that `_numbered` appends."""
    name, _, number = content.rpartition(" ")
    return name if name and number == _number_of(name) else content


def _number_of(name: str) -> str:
    digest = sha256(name.encode("utf-8", "surrogatepass")).digest()
    return f"{int.from_bytes(digest) % 10**_MOST_DIGITS:0{_MOST_DIGITS}}"


_SYNTAX = SgmlSyntax.of(None)
_LINKS = (_SYNTAX.identifier, _SYNTAX.reference)


def read_sgml(source: SourceText) -> ReadDocuments:
    """Return the documents of a file; unpaired tags and malformed attributes are reported as losses."""
    reader = sgml_language(Role.KEY)
    documents: list[Document] = []
    losses: list[Loss] = []
    line = 1
    for start, end in pairwise([0, *reader.boundaries(source.text), len(source.text)]):
        unit = reader.read(source.text[start:end])
        unit_reader = _UnitReader(unit, source.shown, line)
        if unit.document is not None:
            documents.append(unit_reader.document())
            losses += unit_reader.losses()
        elif unit.text.strip():
            losses.append(Loss(Place(source.shown, line), "the text before the first document is left out"))
        line += count_line_ends(unit.text)
    return ReadDocuments(documents, losses)


class _UnitReader:
    """Reads one document that begins on a given line of its file."""

    def __init__(self, unit: SgmlUnit, shown: str, line: int) -> None:
        self._unit = unit
        self._shown = shown
        self._line = line
        self._starts = line_starts(unit.text)

    def document(self) -> Document:
        """Return the document; its text is the unit without task tags, or the text inside an envelope."""
        unit = self._unit
        text, name, start = unit.stripped(), unit.written_number, 0
        if (inner := open_envelope(text)) is not None:
            name, text, start = inner
        elements = list(unit.elements)
        entities = [self._entity(element, start) for element in elements]
        found = arranged(entities, list(_links(elements)))
        markup = (
            ()
            if start
            else tuple(
                (first, last) for is_markup, first, last in markup_pieces(text, 0, len(text)) if is_markup
            )
        )
        return Document(
            name, text, found.entities, found.chains, markup=_with_number(unit, markup), place=self._place(0)
        )

    def losses(self) -> Iterator[Loss]:
        """Yield a loss for each unpaired tag, and for each problem in the other tags."""
        unit, pairing = self._unit, self._unit.structure.pairing
        paired = {*pairing.opens, *pairing.closes}
        for number, tag in enumerate(unit.tags):
            written = " ".join(unit.text[tag.start : tag.end].split())
            if number not in paired:
                yield Loss(self._place(tag.start), f"the unmatched tag {written} is left out")
                continue
            for problem in _unread(tag.name, tag.attributes):
                yield Loss(self._place(tag.start), f"{problem} of {written} is left out")
        elements = list(unit.elements)
        known = {_value(element, _SYNTAX.identifier) for element in elements}
        for element in elements:
            reference = _value(element, _SYNTAX.reference)
            if reference and reference not in known:
                yield Loss(
                    self._place(element.start), f"the REF {reference} refers to no mention and is left out"
                )

    def _entity(self, element: Element, start: int) -> Entity:
        extent = (element.stripped_start - start, element.stripped_end - start)
        attributes = {
            attribute.name: attribute.value
            for attribute in reversed(element.open.attributes)
            if not attribute.bare and attribute.name in _SYNTAX.tag(element.name).attributes
        }
        kind = attributes.pop(_SYNTAX.type, "")
        is_mention = _SYNTAX.links(element.name)
        for name in _LINKS:
            attributes.pop(name, None)
        if not is_mention and element.name != tag_of(kind):
            attributes[TAG_ATTRIBUTE] = element.name
        place = self._place(element.start)
        return Entity((extent,), MENTION if is_mention else kind, tuple(sorted(attributes.items())), place)

    def _place(self, offset: int) -> Place:
        return Place(self._shown, self._line + bisect_right(self._starts, offset) - 1)


def _with_number(unit: SgmlUnit, markup: tuple[Extent, ...]) -> tuple[Extent, ...]:
    """Return the ranges of markup and of the document's number, which is not part of the text."""
    if unit.number is None or not markup:
        return markup
    return tuple(
        sorted([*markup, (unit.stripped_offset(unit.number.start), unit.stripped_offset(unit.number.end))])
    )


def _value(element: Element, name: str) -> str:
    found = element.open.attribute(name)
    return found.value.strip() if found else ""


def _links(elements: Sequence[Element]) -> Iterator[tuple[int, int]]:
    """Yield pairs of numbers: a mention with a REF, and the first mention with the ID that it refers to."""
    bearers: dict[str, int] = {}
    for number, element in enumerate(elements):
        if identifier := _value(element, _SYNTAX.identifier):
            bearers.setdefault(identifier, number)
    for number, element in enumerate(elements):
        if (target := bearers.get(_value(element, _SYNTAX.reference))) is not None:
            yield number, target


def _unread(name: str, attributes: Sequence[Attribute]) -> Iterator[str]:
    """Yield the unsupported parts of a tag, as a message names them."""
    known, seen = _SYNTAX.tag(name).attributes, set[str]()
    is_mention = _SYNTAX.links(name)
    for attribute in attributes:
        if attribute.bare or attribute.name not in known or attribute.name in seen:
            yield attribute.name.upper()
        elif attribute.name == _SYNTAX.type and _is_lost(attribute.value, is_mention=is_mention):
            yield f"{attribute.name.upper()}={attribute.value}"
        seen.add(attribute.name)


def _is_lost(kind: str, *, is_mention: bool) -> bool:
    """Return whether a type is lost: links have only one type, and an empty type is not written."""
    return kind.strip().upper() != IDENTITY if is_mention else not kind


_MENTION_TAG = MENTION


def write_sgml(documents: Sequence[Document]) -> str:
    """Return the documents as the text of a file; each document ends with a line end."""
    return "".join(text if text.endswith("\n") else f"{text}\n" for text in map(_document, documents))


def _document(document: Document) -> str:
    if begins_document(document.text):
        return _tagged(document, document.text, 0)
    outer = wrap_in_envelope(document.name, document.text)
    return _tagged(document, outer.text, outer.start)


def _tagged(document: Document, text: str, start: int) -> str:
    """Return the text with its tags; entities must be nested and sorted, longer ones first."""
    pieces: list[str] = []
    waiting: list[tuple[int, str]] = []
    cursor = 0
    for entity, (opening, closing) in zip(document.entities, _tags(document), strict=True):
        first, last = entity.start + start, entity.end + start
        while waiting and (waiting[-1][0] < first or (waiting[-1][0] == first < last)):
            end, tag = waiting.pop()
            pieces += [text[cursor:end], tag]
            cursor = end
        pieces += [text[cursor:first], opening]
        cursor = first
        waiting.append((last, closing))
    while waiting:
        end, tag = waiting.pop()
        pieces += [text[cursor:end], tag]
        cursor = end
    return "".join([*pieces, text[cursor:]])


def _tags(document: Document) -> Iterator[tuple[str, str]]:
    """Yield the open and close tags of the entities."""
    previous = {index: before for chain in document.chains for before, index in pairwise(chain)}
    chained = {index for chain in document.chains for index in chain}
    numbers: dict[int, int] = {}
    for index, entity in enumerate(document.entities):
        if index in chained or entity.type == MENTION:
            numbers[index] = len(numbers)
            before = previous.get(index)
            yield (
                _mention(entity, numbers[index], None if before is None else numbers[before]),
                f"</{_MENTION_TAG}>",
            )
        else:
            name = chosen_tag(entity.type, dict(entity.attributes).get(TAG_ATTRIBUTE)).upper()
            kind = {"type": entity.type} if entity.type else {}
            yield _open(name, {**kind, **_others(entity)}), f"</{name}>"


def _mention(entity: Entity, number: int, before: int | None) -> str:
    links = {} if before is None else {"type": IDENTITY, "ref": str(before)}
    return _open(_MENTION_TAG, {"id": str(number), **links, **_others(entity)})


def _others(entity: Entity) -> dict[str, str]:
    return {name: value for name, value in entity.attributes if name != TAG_ATTRIBUTE}


def _open(name: str, attributes: Mapping[str, str]) -> str:
    parts = (f' {each.upper()}="{value}"' for each, value in attributes.items())
    return f"<{name}{''.join(parts)}>"


_MESSAGE = re.compile(r"[^-]*([0-9])(?:-[^-]*)*-\s*0*([0-9]{1,9})", re.ASCII)
_NOT_IN_NUMBERS = re.compile(r"[\s<>\"':=/]+")


def header_number(name: str) -> str:
    """Return the document number to write in headers for a name; "" if the name contains no number.

    A MUC-4 message such as `TST3-MUC4-0001` becomes 30001: the digit of its set times 10,000, plus its own
    number. Other numbers are written without hyphens; for example, `260304-0001` becomes `2603040001`.
    """
    message = _MESSAGE.fullmatch(name.strip()) if re.search(r"[^\W\d_]", name) else None
    if message:
        return str(int(message[1]) * 10_000 + int(message[2]))
    return _NOT_IN_NUMBERS.sub("_", document_number(name.strip()))


TEMPLATE, CONTENT, NUMBER, COMMENT = "template", "content", "doc_nr", "comment"

_KINDS = {
    TemplateTokenKind.QUOTED: FillKind.STRING,
    TemplateTokenKind.UNCLOSED: FillKind.STRING,
    TemplateTokenKind.POINTER: FillKind.POINTER,
    TemplateTokenKind.BARE: FillKind.SET,
}
_LEFT_OUT = {
    TemplateTokenKind.COMMENT: "the comment",
    TemplateTokenKind.BROKEN_LINK: "the broken link",
}


class _Placed(NamedTuple):
    """A record with its header, the text that contains it, and the line starts of that text."""

    record: Record
    header: Header
    text: str
    shown: str
    line: int
    starts: Sequence[int]

    def place(self, offset: int) -> Place:
        """Return the file and line of an offset in the text."""
        return Place(self.shown, self.line + bisect_right(self.starts, offset) - 1)

    @property
    def title(self) -> str:
        """Return the identification string of the record as written."""
        return str(self.header.identity)


def read_templates(source: SourceText) -> ReadTemplates:
    """Return the documents of a file in the order of their first records."""
    reader = template_language(Role.KEY)
    losses: list[Loss] = []
    documents: dict[str, list[_Placed]] = {}
    line = 1
    for start, end in pairwise([0, *reader.boundaries(source.text), len(source.text)]):
        unit = reader.read(source.text[start:end])
        for record in _records(unit, source.shown, line, losses):
            documents.setdefault(record.header.identity.document, []).append(record)
        line += count_line_ends(unit.text)
    found: list[ObjectDocument] = []
    for number, records in documents.items():
        document = _DocumentReader(number, records, losses)
        found.append(document.document())
    return ReadTemplates(found, sorted(losses, key=lambda loss: loss.place.line))


def _records(unit: TemplateUnit, shown: str, line: int, losses: list[Loss]) -> Iterator[_Placed]:
    """Yield the records of a unit, and add content outside records to the losses."""
    tree, starts = unit.passing_tree(), line_starts(unit.text)

    def lose(start: int, end: int, what: str) -> None:
        place = Place(shown, line + bisect_right(starts, start) - 1)
        losses.append(Loss(place, f"{what} is left out: {' '.join(unit.text[start:end].split())}"))

    for kind, start, end in tree.tokens:
        if kind in _LEFT_OUT:
            lose(start, end, _LEFT_OUT[kind])
    if tree.loose is not None:
        for slot in tree.loose.slots:
            lose(slot.start, slot.end, "a slot before the first header")
    for record in (*((tree.loose,) if tree.loose else ()), *tree.records):
        for fill in record.stray:
            lose(fill.start, fill.end, "a fill outside any slot")
    for record in tree.records:
        if record.header and record.header.identity.is_whole:
            yield _Placed(record, record.header, unit.text, shown, line, starts)
        else:
            lose(record.start, record.end, "a record without a complete header")


class _DocumentReader:
    """Creates objects from the records of one document."""

    def __init__(self, number: str, records: Sequence[_Placed], losses: list[Loss]) -> None:
        self._number = number
        self._losses = losses
        self._place = records[0].place(records[0].record.start)
        self._heads = [record for record in records if record.header.identity.class_name.lower() == TEMPLATE]
        self._records: list[_Placed] = []
        self._indices: dict[Name, int] = {}
        for record in records:
            name = record.header.identity.key
            if name[0] == TEMPLATE:
                continue
            if name in self._indices:
                self._lose(record, record.record.start, f"a second object {record.title} is left out")
            else:
                self._indices[name] = len(self._records)
                self._records.append(record)

    def document(self) -> ObjectDocument:
        """Return the document, whose templates are the objects to which its TEMPLATE points."""
        objects = tuple(self._object(record) for record in self._records)
        name, templates = self._number, tuple[int, ...]()
        for each in self._heads[1:]:
            self._lose(each, each.record.start, f"a second object {each.title} is left out")
        for each in self._heads[:1]:
            head = self._object(each)
            for slot in head.slots:
                if slot.name.lower() == CONTENT:
                    templates = self._templates(slot)
                elif slot.name.lower() == NUMBER and header_number(_only_text(slot)) == self._number:
                    name = _only_text(slot)
                else:
                    self._losses.append(Loss(slot.place, f"{slot.name} of {each.title} is left out"))
            if head.optional:
                self._lose(each, each.record.start, f"the optional mark of {each.title} is left out")
        return ObjectDocument(name, objects, templates, self._place)

    def _templates(self, content: ObjectSlot) -> tuple[int, ...]:
        """Return the objects to which the content points."""
        kept = [fill for fill in content.alternatives[0] if fill.kind is FillKind.POINTER]
        found = tuple(dict.fromkeys(fill.target for fill in kept))
        count = sum(map(len, content.alternatives))
        if content.optional or len(found) < count:
            self._losses.append(
                Loss(
                    content.place,
                    f"{CONTENT.upper()} keeps only pointers to {quantity(len(found), 'template')}",
                )
            )
        return found

    def _object(self, placed: _Placed) -> TemplateObject:
        slots: dict[str, ObjectSlot] = {}
        optional = False
        for entry in placed.record.slots:
            if entry.name == STATUS_SLOT and _says_optional(entry):
                optional = True
                continue
            if entry.name == COMMENT:
                self._tell_comment(placed, entry)
                continue
            slot = self._slot(placed, entry)
            if slot is not None and entry.name in slots:
                slot = self._joined(slots[entry.name], slot)
            if slot is not None:
                slots[entry.name] = slot
        class_name = placed.header.identity.class_name.upper()
        place = placed.place(placed.record.start)
        return TemplateObject(class_name, tuple(slots.values()), optional, placed.title, place)

    def _tell_comment(self, placed: _Placed, entry: SlotEntry) -> None:
        """Report a comment as a loss: it is an annotator's remark about an object, not part of a template."""
        for fill in entry.fills:
            self._lose(placed, fill.start, f"the comment {fill.text} of {placed.title} is left out")

    def _joined(self, first: ObjectSlot, second: ObjectSlot) -> ObjectSlot:
        """Merge a repeated slot into the first; the result has the fills of both."""
        self._losses.append(Loss(second.place, f"the repetition of {second.name} is left out"))
        *before, last = first.alternatives
        alternatives = (*before, (*last, *second.alternatives[0]), *second.alternatives[1:])
        return ObjectSlot(first.name, alternatives, first.optional or second.optional, first.place)

    def _slot(self, placed: _Placed, entry: SlotEntry) -> ObjectSlot | None:
        """Return the slot with its fills; None if no fill can be represented."""
        alternatives = [
            tuple(
                fill for fill in (self._fill(placed, entry, each) for each in some.fills) if fill is not None
            )
            for some in entry.alternatives
        ]
        kept = tuple(alternative for alternative in alternatives if alternative)
        written = placed.text[entry.start : entry.end]
        place = placed.place(entry.start)
        if len(kept) < len(alternatives) and kept:
            self._losses.append(Loss(place, f"an alternative of {written} without a fill is left out"))
        return ObjectSlot(written, kept, entry.slash is not None, place) if kept else None

    def _fill(self, placed: _Placed, entry: SlotEntry, fill: SingleFill) -> ObjectFill | None:
        place = placed.place(fill.start)
        link = f"##{fill.link.first}#{fill.link.last}#{fill.link.texts}" if fill.link else ""
        kind = _KINDS[fill.kind]
        if fill.kind is TemplateTokenKind.UNCLOSED:
            self._losses.append(Loss(place, f"the missing closing quote of the string {fill.text} is added"))
        if kind is not FillKind.POINTER:
            return ObjectFill(kind, fill.text, link=link, place=place)
        target = self._indices.get(pointed_name(fill.text))
        if target is None:
            said = f"{entry.name.upper()} {fill.text} points to no object and is left out"
            self._losses.append(Loss(place, said))
            return None
        return ObjectFill(kind, target=target, link=link, place=place)

    def _lose(self, placed: _Placed, offset: int, what: str) -> None:
        self._losses.append(Loss(placed.place(offset), what))


def _says_optional(entry: SlotEntry) -> bool:
    """Return whether a slot only states that its object is optional."""
    fills = entry.fills
    return len(fills) == 1 and not entry.slash and fills[0].text.strip().upper() in OPTIONAL_VALUES


def _only_text(slot: ObjectSlot) -> str:
    """Return the text of a slot with a single fill; "" for other slots."""
    fills = [fill for some in slot.alternatives for fill in some]
    is_plain = len(fills) == 1 and not slot.optional and not fills[0].link
    return fills[0].text if is_plain else ""


_INDENT, _FURTHER = "\t", "\t\t\t"
_PLAIN = re.compile(r"[^\"\r\n]*")
_BREAKS = re.compile(r"[ \t]*[\r\n]+[ \t]*")
_SLOT = "SLOT: "


def fit_objects(document: ObjectDocument) -> FittedObjects:
    """Return a document in which every string can be written."""
    losses: list[Loss] = []

    def fill_of(fill: ObjectFill) -> ObjectFill:
        if fill.kind is FillKind.SET and not _scans(fill.text, TemplateTokenKind.BARE, 0):
            fill = replace(fill, kind=FillKind.STRING)
        if fill.kind is not FillKind.STRING or _quoted(fill.text) is not None:
            return fill
        text = _BREAKS.sub(" ", fill.text)
        text = text if _quoted(text) is not None else text.replace('"', "'")
        losses.append(Loss(fill.place, f"{' '.join(fill.text.split())} is written as {text}"))
        return replace(fill, text=text)

    def slot_of(slot: ObjectSlot) -> ObjectSlot:
        alternatives = tuple(tuple(map(fill_of, fills)) for fills in slot.alternatives)
        return replace(slot, alternatives=alternatives)

    objects = tuple(replace(obj, slots=tuple(map(slot_of, obj.slots))) for obj in document.objects)
    return FittedObjects(replace(document, objects=objects), losses)


def write_templates(documents: Sequence[ObjectDocument]) -> str:
    """Return the documents as the text of a file; each document has a unique number."""
    taken: set[str] = set()
    records: list[str] = []
    for at, document in enumerate(documents, 1):
        number = base = header_number(document.name) or str(at)
        while number in taken:
            number = f"{base}_{at}" if number == base else f"{number}_"
        taken.add(number)
        records += _record_lines(document, number)
    return "\n".join(records)


def _record_lines(document: ObjectDocument, number: str) -> Iterator[str]:
    counts, names = defaultdict[str, int](int), list[str]()
    for obj in document.objects:
        counts[obj.class_name] += 1
        names.append(f"<{obj.class_name}-{number}-{counts[obj.class_name]}>")
    head = [f"<{TEMPLATE.upper()}-{number}-1> :=\n"]
    name = _quoted(document.name) if document.name else None
    head.append(f"{_INDENT}{NUMBER.upper()}: {name or _quoted(number)}\n")
    pointers = [ObjectFill(FillKind.POINTER, target=index) for index in document.templates]
    head += _slot(ObjectSlot(CONTENT.upper(), (tuple(pointers),)), names) if pointers else ()
    yield "".join(head)
    for obj, title in zip(document.objects, names, strict=True):
        lines = [line for slot in obj.slots for line in _slot(slot, names)]
        status = [f"{_INDENT}{STATUS_SLOT.upper()}: OPTIONAL\n"] if obj.optional else []
        yield "".join([f"{title} :=\n", *lines, *status])


def _slot(slot: ObjectSlot, names: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a slot, one fill per line."""
    start = f"{_INDENT}{slot.name}: {'/' if slot.optional else ''}"
    for number, fills in enumerate(slot.alternatives):
        for fill in fills:
            yield f"{start}{_fill(fill, names)}\n"
            start = _FURTHER
        start = f"{_FURTHER}/" if number + 1 < len(slot.alternatives) else _FURTHER


def _fill(fill: ObjectFill, names: Sequence[str]) -> str:
    if fill.kind is FillKind.POINTER:
        return names[fill.target]
    text = fill.text if fill.kind is FillKind.SET else _quoted(fill.text)
    return f"{text} {fill.link}" if fill.link else f"{text}"


def _quoted(text: str) -> str | None:
    """Return a string in quotes that it does not close early; None if neither kind of quotes works."""
    if _PLAIN.fullmatch(text):
        return f'"{text}"'
    quotes = "\"'" if "'" in text else "'\""
    tried = (f"{quote}{text}{quote}" for quote in quotes)
    return next((each for each in tried if _scans(each, TemplateTokenKind.QUOTED, 1)), None)


def _scans(fill: str, kind: TemplateTokenKind, quotes: int) -> bool:
    """Return whether a fill is scanned as a single token of a given kind."""
    tokens = scan_template(f"{_SLOT}{fill}\n").tokens
    whole = len(_SLOT), len(_SLOT) + len(fill)
    return len(tokens) == 2 and tokens[1] == (kind, *whole) and len(fill) >= 2 * quotes


_FLAT = re.compile(r"(?m)^[ \t]*0[ \t]*\.[ \t]+MESSAGE:[ \t]+ID\b")
_HEADER = re.compile(r"(?m)^[ \t]*<[^\s<>-]+-[^\s<>-]+-[^\s<>]+>[ \t]*:=")


def _is_templates(name: str, beginning: str) -> bool:
    return _HEADER.search(beginning) is not None


def _is_flat(name: str, beginning: str) -> bool:
    return _FLAT.search(beginning) is not None


def _read_flat(texts: Sequence[SourceText]) -> ReadTemplates:
    return flat_templates.read_flat_templates(texts[0])


def _read_templates(texts: Sequence[SourceText]) -> ReadTemplates:
    return read_templates(texts[0])


TEMPLATE_FORMATS = (
    TemplateFormat(
        "muc-templates",
        "MUC templates",
        (".tmpl",),
        _is_templates,
        _read_templates,
        ObjectWriting(fit_objects, write_templates),
    ),
    TemplateFormat("muc4-flat", "flat templates of MUC-4", (".txt",), _is_flat, _read_flat, is_checked=True),
)


_HOLDS = FormatCapabilities(
    crossing=False,
    types=r'[^"<>]*',
    attributes=f"alt|status|{TAG_ATTRIBUTE}",
    mention_attributes="min|status",
    values=r'[^"<>]*',
    chains=True,
    typed_mentions=False,
)
_DOCUMENT = re.compile(r"<DOC(?=[\s>])", re.IGNORECASE)


def _is_sgml(name: str, beginning: str) -> bool:
    return name.lower().endswith((".sgml", ".sgm")) or _DOCUMENT.search(beginning) is not None


def _read_sgml(texts: Sequence[SourceText]) -> ReadDocuments:
    return read_sgml(texts[0])


def _write_sgml(documents: Sequence[Document]) -> Sequence[str]:
    return (write_sgml(documents),)


FORMATS = (
    ConversionFormat("muc-sgml", "MUC SGML", (".sgml",), _HOLDS, _is_sgml, _read_sgml, _write_sgml),
    *TEMPLATE_FORMATS,
)
