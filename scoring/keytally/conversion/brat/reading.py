"""Reads a text and its `.ann` (the standoff format of brat 1.3)."""

import re
from collections.abc import Sequence
from pathlib import PurePath

from keytally.conversion.extents import quoted
from keytally.evaluations.converted import (
    Document,
    Entity,
    Extent,
    Fault,
    FaultKind,
    Loss,
    Place,
    ReadDocuments,
    SourceText,
    arranged,
)
from keytally.text.lines import LINE_END

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
"""Lines of the format that no document keeps: relations, events, what is said of these, identities, notes."""

_NAMED = re.compile(r"(?<=[ :])[TERN]\d+\b")
_NOTE = re.compile(r"#\S*\tAnnotatorNotes (T\S+)\t(.*)")
NOTE = "note"
"""The attribute that an annotator's note becomes."""

EQUIVALENT = "Equiv"
"""The name of the links that make chains."""

YES = "yes"
"""The value of an attribute that is written without one."""


def read(texts: Sequence[SourceText]) -> ReadDocuments:
    """The one document of a text with its annotation."""
    annotation, text = texts
    lines = _Lines(annotation.shown, text.text)
    for number, line in enumerate(LINE_END.split(annotation.text), 1):
        if line.strip():
            lines.take(line, number)
    place = Place(annotation.shown, 1)
    name = PurePath(annotation.shown).name.removesuffix(".ann")
    return ReadDocuments([lines.document(name, place)], lines.losses)


class _Lines:
    """Takes the lines of an annotation; lines may refer to those behind them."""

    def __init__(self, shown: str, text: str) -> None:
        self.losses: list[Loss] = []
        self._shown = shown
        self._text = text
        self._one_line = one_line(text)
        self._entities: dict[str, Entity] = {}
        self._said: list[tuple[str, str, str, Place]] = []
        self._links: list[tuple[str, str, Place]] = []
        self._others: list[tuple[int, str]] = []
        self._identifiers: set[str] = set()

    def take(self, line: str, number: int) -> None:
        """Take a line."""
        place = Place(self._shown, number)
        identifier = line.partition("\t")[0]
        is_doubled = len(identifier) > 1 and identifier in self._identifiers
        self._identifiers.add(identifier)
        if found := _ENTITY.fullmatch(line):
            self._take_entity(found, place, is_doubled=is_doubled)
        elif is_doubled and any(form.fullmatch(line) for form in (_ATTRIBUTE, *_OTHER)):
            lost = f"the line {' '.join(line.split())} is left out: there is one before it"
            self._lose(place, lost, _doubled(identifier))
        elif found := _ATTRIBUTE.fullmatch(line):
            self._said.append((found[2], found[1], YES if found[3] is None else found[3], place))
        elif found := _NOTE.fullmatch(line):
            self._said.append((found[1], NOTE, found[2], place))
        elif found := _LINK.fullmatch(line):
            first, *others = found[2].split(" ")
            self._links += [(first, other, place) for other in others]
            if found[1] != EQUIVALENT:
                self._lose(place, f"the link {found[1]} is written {EQUIVALENT}")
        else:
            self._others.append((len(self.losses), line))
            self._lose(place, f"the line {' '.join(line.split())} is left out")

    def document(self, name: str, place: Place) -> Document:
        """The document that the lines make."""
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
                self._lose(line, f"the attribute {stated} is written {attribute}")
        numbers = {identifier: number for number, identifier in enumerate(self._entities)}
        links = []
        for first, second, line in self._links:
            if first in numbers and second in numbers:
                links.append((numbers[first], numbers[second]))
            else:
                lost = f"{first} and {second} are not both in the file; their link is left out"
                self._lose(line, lost, self._lacking(first, second))
        entities = [_with(entity, attributes.get(each, {})) for each, entity in self._entities.items()]
        found = arranged(entities, links)
        return Document(name, self._text, found.entities, found.chains, place=place)

    def _take_entity(self, found: re.Match[str], place: Place, *, is_doubled: bool) -> None:
        identifier, kind, offsets, quote = found.groups()
        pairs = [each.split(" ") for each in offsets.split(";")]
        extents = _checked(self._one_line, [(_number(start), _number(end)) for start, end in pairs], quote)
        lost = f"{identifier} ({kind} {offsets}) is left out"
        if is_doubled:
            self._lose(place, f"{lost}: there is one before it", _doubled(identifier))
        elif extents is None:
            fault = Fault(FaultKind.OFFSET, f"the text of {identifier} does not stand there", offsets)
            self._lose(place, f"{lost}: its text does not stand there", fault)
        else:
            self._entities[identifier] = Entity(extents, kind, (), place)

    def _fault_of(self, line: str) -> Fault | None:
        """What is wrong with a line that says nothing of entities or chains."""
        if any(form.fullmatch(line) for form in _OTHER):
            return self._lacking(*_NAMED.findall(line.split("\t")[1]))
        return Fault(FaultKind.LINE, "the line has not the form that brat gives it")

    def _lacking(self, *identifiers: str) -> Fault | None:
        """What is wrong where something is said of these; None if all are in the file."""
        lacking = next((each for each in identifiers if each not in self._identifiers), None)
        return None if lacking is None else Fault(FaultKind.REFERENCE, f"no line has {lacking}", lacking)

    def _lose(self, place: Place, what: str, fault: Fault | None = None) -> None:
        self.losses.append(Loss(place, what, fault))


def _doubled(identifier: str) -> Fault:
    """What is wrong with a line whose identifier another has before it."""
    return Fault(FaultKind.LINE, f"{identifier} stands before this line as well", identifier)


_MOST_DIGITS = 12


def _number(digits: str) -> int:
    """An offset; one that no text has, for a number without end."""
    return int(digits) if len(digits) <= _MOST_DIGITS and digits.isascii() else -1


def _with(entity: Entity, attributes: dict[str, str]) -> Entity:
    return Entity(entity.extents, entity.type, tuple(sorted(attributes.items())), entity.place)


def _checked(text: str, extents: Sequence[Extent], quote: str) -> tuple[Extent, ...] | None:
    """The extents whose text, joined by blanks, is the quote; in both blanks stand for line ends."""
    found: list[Extent] = []
    rest = quote
    for number, (start, end) in enumerate(extents):
        piece, rest = rest[: end - start], rest[end - start :]
        extent = quoted(text, start, end, piece)
        if extent is None or (found and extent[0] < found[-1][1]):
            return None
        if number < len(extents) - 1:
            if not rest.startswith(" "):
                return None
            rest = rest[1:]
        found.append(extent)
    return None if rest else tuple(found)


def one_line(text: str) -> str:
    r"""A text with a blank for each `\n` and `\r`."""
    return text.replace("\n", " ").replace("\r", " ")
