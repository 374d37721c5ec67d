"""Resolves definitions to the content of a BNF, with findings on what cannot be parsed."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby

from keytally.evaluations.muc.formats.bnf.model import (
    CARDINALITIES,
    Bnf,
    BnfClass,
    BnfElement,
    BnfSlot,
    Cardinality,
    ElementKind,
)
from keytally.evaluations.muc.formats.bnf.unit import BnfDefinition, BnfPiece
from keytally.findings.finding import Edit, Finding
from keytally.findings.messages import Message, TypedRule
from keytally.findings.spelling import Speller, hint, shown
from keytally.findings.table import bnf as table

_Message = Message[table.BnfSyntax] | TypedRule[table.BnfSyntax]

_BLANKS = re.compile(r"\s+")
_GAP = re.compile(r"[^\S\r\n]*")
_ANY_NUMBER = Cardinality(0, None)
_REFUSED = frozenset({"UNCLOSED", "STRAY"})
"""Pieces that have a finding of their own, and may have absorbed the text after them."""

_OPENERS = {"{": "}", '"': '"', "<": ">"}


class Resolver:
    """Turns the definitions of one text into a BNF; `findings` collects what it could not parse."""

    def __init__(self, text: str, definitions: Sequence[BnfDefinition]) -> None:
        self._text = text
        self._definitions = definitions
        self._speller = Speller()
        self._sets: dict[str, tuple[str, ...]] = {}
        self._set_names: list[str] = []
        self.findings: list[Finding] = []

    def bnf(self) -> Bnf:
        """The content of the definitions; of repeated ones the first counts."""
        for definition in self._definitions:
            if definition.kind == "set" and definition.name.lower() not in self._sets:
                self._sets[definition.name.lower()] = tuple(self._members(definition))
                self._set_names.append(definition.name)
        classes: dict[str, list[BnfDefinition]] = {}
        names: dict[str, str] = {}
        for definition in self._definitions:
            if definition.kind == "class":
                self._refuse(definition.body, table.BNF_NO_SLOT)
                names.setdefault(definition.name.lower(), definition.name)
            elif definition.kind == "slot" and definition.owner:
                classes.setdefault(definition.owner.lower(), []).append(definition)
            elif definition.kind == "slot":
                self._problem(definition.start, definition.end, table.BNF_OUTSIDE)
        strays = (definition.body for definition in self._definitions if definition.kind == "stray")
        self._together(chain.from_iterable(strays), table.BNF_OUTSIDE)
        found = tuple(BnfClass(names[key], self._slots(classes.get(key, ()))) for key in names)
        return Bnf(found, tuple((name, self._sets[name.lower()]) for name in self._set_names))

    def _slots(self, definitions: Sequence[BnfDefinition]) -> tuple[BnfSlot, ...]:
        slots: dict[str, BnfSlot] = {}
        for definition in definitions:
            slot = self._slot(definition)
            slots.setdefault(slot.name.lower(), slot)
        return tuple(slots.values())

    def _slot(self, definition: BnfDefinition) -> BnfSlot:
        choices: list[list[BnfElement]] = [[]]
        marks: list[BnfPiece] = []
        for piece in definition.body:
            if piece.kind == "BAR":
                choices.append([])
            elif piece.kind == "CARDINALITY":
                marks.append(piece)
            elif piece.kind not in _REFUSED:
                choices[-1] += self._element(piece)
        refused = [piece for piece in definition.body if piece.kind in _REFUSED]
        self._refuse(refused, table.BNF_SYNTAX)
        if refused:
            pass
        elif not any(choices):
            self._problem(definition.start, definition.end, table.BNF_NO_DEFINITION)
        elif not marks:
            self._problem(definition.start, definition.end, table.BNF_NO_CARDINALITY)
        end = definition.body[-1].end if definition.body else definition.end
        written = squashed(self._text[definition.start : end])
        return BnfSlot(
            definition.name, tuple(tuple(each) for each in choices if each), self._cardinality(marks), written
        )

    def _cardinality(self, marks: Sequence[BnfPiece]) -> Cardinality:
        """One mark for the whole slot, or one for each choice: then the widest counts."""
        given = [CARDINALITIES[self._text[mark.start : mark.end]] for mark in marks]
        if not given:
            return _ANY_NUMBER
        most = [each.most for each in given]
        highest = None if None in most else max(each for each in most if each is not None)
        return Cardinality(min(each.least for each in given), highest)

    def _element(self, piece: BnfPiece) -> Iterator[BnfElement]:
        written = self._text[piece.start : piece.end]
        if piece.kind == "STRING":
            yield BnfElement(ElementKind.STRING, written[1:-1].strip())
        elif piece.kind == "WORD":
            yield BnfElement(ElementKind.WORD, written)
        elif piece.kind == "POINTER":
            yield BnfElement(ElementKind.POINTER, written[1:-1].strip())
        elif piece.kind == "SET":
            yield BnfElement(ElementKind.SET, "", tuple(self._values(piece, 1)))
        else:
            name = written[2:-2].strip()
            yield BnfElement(ElementKind.SET, name, self._named(piece, name))

    def _named(self, piece: BnfPiece, name: str) -> tuple[str, ...]:
        values = self._sets.get(name.lower())
        if values is None:
            nearest = self._speller.nearest(name, self._set_names)
            inner = self._text[piece.start : piece.end]
            first = piece.start + len(inner) - len(inner[2:].lstrip())
            edits = (Edit(first, first + len(name), nearest),) if nearest else ()
            self.findings.append(
                table.UNDEFINED_SET.finding(
                    first,
                    first + len(name),
                    {"name": shown(name), "hint": hint(nearest), "nearest": nearest or ""},
                    edits,
                )
            )
        return values or ()

    def _members(self, definition: BnfDefinition) -> Iterator[str]:
        """The values of a named set."""
        sets = [piece for piece in definition.body if piece.kind == "SET"]
        others = [piece for piece in definition.body if piece.kind not in ("SET", "BAR")]
        self._refuse(others, table.BNF_NO_SET)
        if not sets and not others:
            self._problem(definition.start, definition.end, table.BNF_NO_LIST)
        for piece in sets:
            yield from self._values(piece, 1)

    def _values(self, piece: BnfPiece, brackets: int) -> Iterator[str]:
        start = piece.start + brackets
        for value in self._text[start : piece.end - brackets].split(","):
            plain = squashed(value).strip("\"'")
            if plain:
                yield plain
            else:
                self._empty_value(start, start + len(value) or piece.end)
            start += len(value) + 1

    def _refuse(self, pieces: Sequence[BnfPiece], why: _Message) -> None:
        for is_unclosed, run in groupby(pieces, key=lambda piece: piece.kind == "UNCLOSED"):
            if is_unclosed:
                for _, start, end in run:
                    closer = _OPENERS[self._text[start]]
                    arguments = table.BnfUnclosed(written=self._written(start, end), closer=closer)
                    self.findings.append(table.BNF_UNCLOSED.finding(start, end, arguments))
            else:
                self._together(run, why)

    def _together(self, pieces: Iterable[BnfPiece], why: _Message) -> None:
        """A finding on each run of pieces with only blanks of one line between them."""
        for run in self._runs(pieces):
            self._problem(run[0].start, run[-1].end, why)

    def _runs(self, pieces: Iterable[BnfPiece]) -> Iterator[list[BnfPiece]]:
        run: list[BnfPiece] = []
        for piece in pieces:
            if run and _GAP.fullmatch(self._text, run[-1].end, piece.start) is None:
                yield run
                run = []
            run.append(piece)
        if run:
            yield run

    def _problem(self, start: int, end: int, message: _Message) -> None:
        self.findings.append(message.finding(start, end, {"written": self._written(start, end)}))

    def _empty_value(self, start: int, end: int) -> None:
        quotes = f"{self._written(start, end)} ".lstrip()
        self.findings.append(table.BNF_EMPTY_VALUE.finding(start, end, {"quotes": quotes}))

    def _written(self, start: int, end: int) -> str:
        return shown(squashed(self._text[start:end]))


def squashed(text: str) -> str:
    """A text with one space for each run of blanks."""
    return _BLANKS.sub(" ", text).strip()
