"""brat standoff: a text, and an `.ann` file whose lines refer to its offsets."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from pathlib import PurePath

from keytally.families.interchange import (
    ConversionFormat,
    Document,
    Entity,
    Extent,
    Fault,
    FaultKind,
    FormatCapabilities,
    Loss,
    Place,
    ReadDocuments,
    Relation,
    SourceText,
    arranged,
)
from keytally.families.spans.extents import quoted_extent
from keytally.families.spans.offsets import UTF16, Counting, Quotation, counting_of
from keytally.text.positions import LINE_END, count_line_ends

_ENTITY = re.compile(r"(T\S+)\t(\S+) (\d+ \d+(?:;\d+ \d+)*)\t(.*)")
_ATTRIBUTE = re.compile(r"[AM]\S*\t(\S+) (T\S+)(?: (.*))?")
_LINK = re.compile(r"\*\t(\S+) (T\S+(?: T\S+)+)")
_OTHER = (
    re.compile(r"R\S*\t\S+ \S+:([TE]\S+) \S+:([TE]\S+)\s*"),
    re.compile(r"E\S*\t\S+:(T\S+)(?: \S+:[TE]\S+)* ?"),
    re.compile(r"[AM]\S*\t\S+ ([RE]\S+)(?: .*)?"),
    re.compile(r"N\S*\t\S+ (\S+) \S+:\S*(?:\t.*)?"),
    re.compile(r"#\S*\t\S+ (\S+)(?:\t.*)?"),
)
"""Patterns for lines that documents do not keep: relations, events, attributes of these, identities and
notes.
"""

_RELATION = re.compile(r"R\S*\t(\S+) (\S+):([TE]\S+) (\S+):([TE]\S+)\s*")
_EVENT = re.compile(r"(E\S*)\t\S+:(T\S+)((?: \S+:[TE]\S+)*) ?")
_ROLE = re.compile(r"(\S+?)\d*:([TE]\S+)")
"""A role of an event; a number distinguishes additional fillers of the same role."""

_NAMED = re.compile(r"(?<=[ :])[TERN]\d+\b")
_LINE = re.compile(r"([^\r\n]+)(?:\r\n|\r|\n|\Z)")
_NOTE = re.compile(r"#\S*\tAnnotatorNotes (T\S+)\t(.*)")
NOTE = "note"
"""The attribute that contains an annotator's note."""

EQUIVALENT = "Equiv"
"""The name of the links within chains."""

MOST_EQUIVALENT = 500
"""The maximum number of entities in an equivalence set, because the number of pairs grows quadratically."""

YES = "yes"
"""The value of an attribute without a value."""


def read_brat(texts: Sequence[SourceText]) -> ReadDocuments:
    """Return the single document formed by a text and its annotation.

    If quotations do not match offsets in code points, all offsets are read in the unit with the most matches.
    Some programs count a CRLF as one character, or count code units or bytes; some corpora were saved with
    different line ends after annotation.
    """
    annotation, text = texts
    found = _read(annotation, text.text, None)
    if not _offset_faults(found):
        return found
    counting = counting_of(text.text, [quotation for _, quotation in quotations(annotation.text)])
    if counting is None:
        return found
    other = _read(annotation, text.text, counting)
    return other if _offset_faults(other) < _offset_faults(found) else found


def _offset_faults(found: ReadDocuments) -> int:
    return sum(loss.fault is not None and loss.fault.kind is FaultKind.OFFSET for loss in found.losses)


def quotations(annotation: str) -> Iterator[tuple[int, Quotation]]:
    """Yield the quotations in an annotation, each with its line number."""
    for number, line in _numbered_lines(annotation):
        if found := _ENTITY.fullmatch(line):
            pairs = (each.split(" ") for each in found[3].split(";"))
            yield number, Quotation([(_number(start), _number(end)) for start, end in pairs], found[4])


def _read(annotation: SourceText, text: str, counting: Counting | None) -> ReadDocuments:
    lines = _Lines(annotation.shown, text, counting)
    for number, line in _numbered_lines(annotation.text):
        if line.strip():
            lines.take(line, number)
    place = Place(annotation.shown, 1)
    name = PurePath(annotation.shown).name.removesuffix(".ann")
    return ReadDocuments([lines.document(name, place)], lines.losses)


def _numbered_lines(annotation: str) -> Iterator[tuple[int, str]]:
    r"""Yield the lines of an annotation, each with its line number in the file.

    brat copies the carriage returns of a text into quotations, so lines end with LF, or with CRLF if all of
    them do. The line numbers count each carriage return as a line end, as editors do.
    """
    if "\n" not in annotation:
        yield from enumerate(LINE_END.split(annotation), 1)
        return
    lines = annotation.split("\n")
    is_windows = all(line.endswith("\r") for line in lines[:-1])
    number = 1
    for line in lines:
        yield number, line.removesuffix("\r") if is_windows else line
        number += count_line_ends(f"{line}\n")


class _Lines:
    """Reads the lines of an annotation; lines may refer to later lines."""

    def __init__(self, shown: str, text: str, counting: Counting | None) -> None:
        self.losses: list[Loss] = []
        self._shown = shown
        self._text = text
        self._one_line = one_line(text)
        self._counting = counting
        self._by_units = False
        self._entities: dict[str, Entity] = {}
        self._said: list[tuple[str, str, str, Place]] = []
        self._links: list[tuple[str, str, Place]] = []
        self._others: list[tuple[int, str]] = []
        self._identifiers: set[str] = set()
        self._relations: list[tuple[str, str, str, Place, str]] = []
        self._triggers: dict[str, str] = {}

    def take(self, line: str, number: int) -> None:
        """Read a line."""
        place = Place(self._shown, number)
        identifier = line.partition("\t")[0]
        is_doubled = len(identifier) > 1 and identifier in self._identifiers
        self._identifiers.add(identifier)
        if found := _ENTITY.fullmatch(line):
            self._take_entity(found, place, is_doubled=is_doubled)
        elif is_doubled and any(form.fullmatch(line) for form in (_ATTRIBUTE, *_OTHER)):
            lost = f"the line {' '.join(line.split())} is left out: its identifier is already used"
            self._lose(place, lost, _doubled(identifier))
        elif found := _ATTRIBUTE.fullmatch(line):
            self._said.append((found[2], found[1], YES if found[3] is None else found[3], place))
        elif found := _NOTE.fullmatch(line):
            self._said.append((found[1], NOTE, found[2], place))
        elif found := _LINK.fullmatch(line):
            first, *others = members = found[2].split(" ")
            self._links += [(first, other, place) for other in others]
            self._relate(found[1], members, place)
            if found[1] != EQUIVALENT:
                self._lose(place, f"the link {found[1]} is written as {EQUIVALENT}")
        else:
            self._take_relation(line, place)
            self._others.append((len(self.losses), line))
            self._lose(place, f"the line {' '.join(line.split())} is left out")

    def _take_relation(self, line: str, place: Place) -> None:
        """Read a relation, or read the roles of an event as links from its trigger."""
        if found := _RELATION.fullmatch(line):
            kind, (name, first), (other, second) = found[1], found.group(2, 3), found.group(4, 5)
            is_reversed = name == "Arg2" and other == "Arg1"
            ends = (second, first) if is_reversed else (first, second)
            self._relations.append((kind, *ends, place, ""))
        elif found := _EVENT.fullmatch(line):
            self._triggers[found[1]] = found[2]
            for role in found[3].split():
                if stated := _ROLE.fullmatch(role):
                    self._relations.append((stated[1], found[1], stated[2], place, role))

    def _relate(self, kind: str, members: Sequence[str], place: Place) -> None:
        """Add a relation for each pair in a set of equivalent entities."""
        if len(members) > MOST_EQUIVALENT:
            lost = f"{len(members)} entities are equivalent; only {MOST_EQUIVALENT} are scored as relations"
            self._lose(place, lost, Fault(FaultKind.LINE, lost))
        for one, other in combinations(members[:MOST_EQUIVALENT], 2):
            self._relations.append((kind, one, other, place, ""))

    def _related(self, entities: Mapping[str, Entity]) -> Iterator[Relation]:
        """Yield the relations between entities, and between events whose triggers are entities."""
        for kind, first, second, place, piece in self._relations:
            head, tail = (entities.get(self._triggers.get(each, each)) for each in (first, second))
            if head is not None and tail is not None:
                yield Relation(kind, head, tail, place, piece)

    def document(self, name: str, place: Place) -> Document:
        """Return the document described by the lines."""
        attributes: dict[str, dict[str, str]] = {}
        for index, other in self._others:
            self.losses[index] = self.losses[index]._replace(fault=self._fault_of(other))
        told: set[str] = set()
        for target, stated, value, line in self._said:
            given, attribute = attributes.setdefault(target, {}), stated.lower()
            if target not in self._entities or attribute in given:
                self._lose(line, f"{stated}={value} of {target} is left out", self._lacking(target))
                continue
            given[attribute] = value
            if stated != attribute and stated not in told:
                told.add(stated)
                self._lose(line, f"the attribute {stated} is written as {attribute}")
        numbers = {identifier: number for number, identifier in enumerate(self._entities)}
        links = []
        for first, second, line in self._links:
            if first in numbers and second in numbers:
                links.append((numbers[first], numbers[second]))
            else:
                lost = f"{first} and {second} are not both in the file; their link is left out"
                self._lose(line, lost, self._lacking(first, second))
        entities = {each: _with(entity, attributes.get(each, {})) for each, entity in self._entities.items()}
        found = arranged([*entities.values()], links)
        relations = tuple(self._related(entities))
        counted = self._counting.title if self._counting is not None else UTF16 if self._by_units else ""
        return Document(
            name, self._text, found.entities, found.chains, place=place, relations=relations, counted=counted
        )

    def _take_entity(self, found: re.Match[str], place: Place, *, is_doubled: bool) -> None:
        identifier, kind, offsets, quote = found.groups()
        pairs = [each.split(" ") for each in offsets.split(";")]
        stated = [(_number(start), _number(end)) for start, end in pairs]
        extents = self._extents(stated, quote)
        lost = f"{identifier} ({kind} {offsets}) is left out"
        if is_doubled:
            self._lose(place, f"{lost}: its identifier is already used", _doubled(identifier))
        elif extents is None:
            fault = Fault(FaultKind.OFFSET, f"the text of {identifier} does not match its offsets", offsets)
            self._lose(place, f"{lost}: its text does not match its offsets", fault)
        else:
            self._entities[identifier] = Entity(extents, kind, (), place)

    def _extents(self, stated: Sequence[Extent], quote: str) -> tuple[Extent, ...] | None:
        """Return the extents if their text equals the quotation."""
        if self._counting is not None:
            found = [self._counting.extent(self._text, start, end) for start, end in stated]
            extents = tuple(extent for extent in found if extent is not None)
            is_ordered = all(one[1] <= other[0] for one, other in pairwise(extents))
            if is_ordered and Quotation(stated, quote).fits(self._text, self._counting):
                return extents
            return None
        checked = _checked(self._one_line, stated, one_line(quote))
        self._by_units |= checked is not None and checked != tuple(stated)
        return checked

    def _fault_of(self, line: str) -> Fault | None:
        """Return the fault of a line that describes neither entities nor chains."""
        if any(form.fullmatch(line) for form in _OTHER):
            return self._lacking(*_NAMED.findall(line.split("\t")[1]))
        return Fault(FaultKind.LINE, "the line is not valid brat standoff")

    def _lacking(self, *identifiers: str) -> Fault | None:
        """Return the fault of a reference to these identifiers; None if they are all in the file."""
        lacking = next(
            (identifier for identifier in identifiers if identifier not in self._identifiers), None
        )
        return (
            None
            if lacking is None
            else Fault(FaultKind.REFERENCE, f"no line has the identifier {lacking}", lacking)
        )

    def _lose(self, place: Place, what: str, fault: Fault | None = None) -> None:
        self.losses.append(Loss(place, what, fault))


def _doubled(identifier: str) -> Fault:
    """Return the fault of a line that repeats an identifier."""
    return Fault(FaultKind.LINE, f"duplicate identifier {identifier}", identifier)


_MOST_DIGITS = 12


def _number(digits: str) -> int:
    """Return an offset; an invalid offset if the number has too many digits."""
    return int(digits) if len(digits) <= _MOST_DIGITS and digits.isascii() else -1


def _with(entity: Entity, attributes: dict[str, str]) -> Entity:
    return Entity(entity.extents, entity.type, tuple(sorted(attributes.items())), entity.place)


def _checked(text: str, extents: Sequence[Extent], quote: str) -> tuple[Extent, ...] | None:
    """Return the extents if their text, joined by spaces, equals the quotation; line ends count as spaces."""
    found: list[Extent] = []
    rest = quote
    for number, (start, end) in enumerate(extents):
        piece, rest = rest[: end - start], rest[end - start :]
        extent = quoted_extent(text, start, end, piece)
        if extent is None or (found and extent[0] < found[-1][1]):
            return None
        if number < len(extents) - 1:
            if not rest.startswith(" "):
                return None
            rest = rest[1:]
        found.append(extent)
    return None if rest else tuple(found)


LARGEST = 5_000_000
"""The largest offset that is accepted when the text of a file is not available."""


def quoted_text(annotation: str) -> str:
    """Return the text of an `.ann` file as quoted by its lines, with spaces for the rest.

    If quotations contradict each other, the first one counts.
    """
    found: dict[int, str] = {}
    for _, line in _numbered_lines(annotation):
        entity = _ENTITY.fullmatch(line)
        if entity is None:
            continue
        rest = one_line(entity[4])
        for offsets in entity[3].split(";"):
            start, end = map(_number, offsets.split(" "))
            if not 0 <= start <= end <= LARGEST:
                break
            for at, character in enumerate(rest[: end - start], start):
                found.setdefault(at, character)
            rest = rest[end - start + 1 :]
    return "".join(found.get(at, " ") for at in range(max(found, default=-1) + 1))


def entity_line(identifier: str, entity: Entity, covered: str) -> str:
    """Return the line of an entity without its line end."""
    offsets = ";".join(f"{start} {end}" for start, end in entity.extents)
    return f"{identifier}\t{entity.type} {offsets}\t{one_line(covered)}"


def free_identifier(annotation: str, letters: str = "T") -> int:
    """Return the number after the highest identifier that begins with one of these letters."""
    numbers = (_number(found[1]) for found in re.finditer(rf"^[{letters}](\d+)\t", annotation, re.M))
    return max(numbers, default=0) + 1


def attribute_lines(
    identifier: str, attributes: Sequence[tuple[str, str]], numbers: Iterator[int]
) -> Iterator[str]:
    """Yield the lines of an entity's attributes, without line endings; `numbers` yields unused numbers."""
    for name, value in attributes:
        if name == NOTE:
            yield f"#{next(numbers)}\tAnnotatorNotes {identifier}\t{value}"
        else:
            yield f"A{next(numbers)}\t{name} {identifier}{'' if value == YES else f' {value}'}"


def lines_about(annotation: str, identifier: str) -> Iterator[tuple[re.Match[str], bool]]:
    """Yield the other lines that refer to an entity, each with a flag that is true if the line only
    describes the entity.
    """
    described = re.compile(rf"[AM#]\S*\t\S+ {re.escape(identifier)}(?:[ \t]|$)")
    named = re.compile(rf"[ :]{re.escape(identifier)}(?![^\s])")
    for line in _LINE.finditer(annotation):
        if not line[1].startswith(f"{identifier}\t") and named.search(line[1].partition("\t")[2]):
            yield line, described.match(line[1]) is not None


def one_line(text: str) -> str:
    r"""Return a text with a space in place of each line feed and carriage return."""
    return text.replace("\n", " ").replace("\r", " ")


def write_brat(document: Document) -> tuple[str, str]:
    """Return the annotation and the text."""
    return "".join(f"{line}\n" for line in _lines(document)), document.text


def _lines(document: Document) -> Iterator[str]:
    attributes = notes = 0
    for number, entity in enumerate(document.entities, 1):
        yield entity_line(f"T{number}", entity, document.covered(entity))
        for name, value in entity.attributes:
            if name == NOTE:
                notes += 1
                yield f"#{notes}\tAnnotatorNotes T{number}\t{value}"
            else:
                attributes += 1
                yield f"A{attributes}\t{name} T{number} {value}"
    for chain in document.chains:
        yield f"*\t{EQUIVALENT} {' '.join(f'T{index + 1}' for index in chain)}"


def _is_of(name: str, beginning: str) -> bool:
    return name.endswith(".ann")


def _write(documents: Sequence[Document]) -> Sequence[str]:
    return write_brat(documents[0])


BRAT = ConversionFormat(
    *("brat", "brat standoff", (".ann", ".txt")),
    FormatCapabilities(
        gaps=True, empty=False, types=r"\S+", attributes=r"\S+", values=r"[^\r\n]*", chains=True
    ),
    _is_of,
    read_brat,
    _write,
    by_document=True,
)
