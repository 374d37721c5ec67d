"""A document of CorefUD: CoNLL-U with entities in the last cell, and empty nodes."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from keytally.evaluations.conll.formats.entities import FIELDS, entity_brackets
from keytally.evaluations.conll.formats.lines import ENTITY_FIELDS, NEW_DOCUMENT
from keytally.evaluations.conll.formats.stretches import StretchBuilder
from keytally.evaluations.conll.model import Defect, DefectKind, Document, Layout, Place, Row, Zero

_ID = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,3}))?$")
_RANGE = re.compile(r"[0-9]+-[0-9]+$")
_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|$)")
_CELLS = 10
_HEADS = 8
_IN_SENTENCE, _BEHIND_WORD = 10**9, 1000


class _Word(NamedTuple):
    """A row with the numbers of its word and of its sentence."""

    row: Row
    number: int
    sentence: int


def corefud_document(text: str) -> Document:
    """The document with that text; never fails."""
    words, defects = _words(text)
    numbers = [word.number for word in words]
    fields = fields_in(text)
    builder = StretchBuilder(numbers, lambda number: _zero(words, numbers, number))
    for at, word in enumerate(words):
        if "Entity=" in word.row.cells[-1]:
            brackets, others = entity_brackets(word.row.cells[-1], word.row.last.start, fields)
            builder.put(at, brackets)
            defects += [Defect(DefectKind.NO_BRACKET, each, text[each.start : each.end]) for each in others]
    chains = builder.chains()
    found = sorted([*defects, *builder.defects], key=lambda each: each.place)
    rows = tuple(word.row for word in words)
    return Document(_head(text), rows, chains, tuple(found), Layout.COREFUD, numbers)


def fields_in(text: str) -> Sequence[str]:
    """The fields of a mention that a document states, else FIELDS."""
    stated = ENTITY_FIELDS.search(text)
    return [each.strip() for each in stated[1].split("-")] if stated else FIELDS


def _head(text: str) -> Place:
    """The line that begins the document; else the first line."""
    first = NEW_DOCUMENT.match(text) or _LINE.match(text)
    return Place(0, first.end(1) if first else 0)


def _words(text: str) -> tuple[list[_Word], list[Defect]]:
    """The rows of words in order; numbers rise, whatever stands in the first cells."""
    words: list[_Word] = []
    defects: list[Defect] = []
    sentence, blank = 0, True
    for found in _LINE.finditer(text):
        line = found[1]
        if not line.strip(" \t"):
            blank = True
        if line[:1] in ("", "#") or not line.strip(" \t"):
            continue
        sentence, blank = sentence + blank, False
        cells = tuple(line.split("\t"))
        place = Place(found.start(), found.end(1))
        number = _ID.match(cells[0])
        if len(cells) != _CELLS or not (number or _RANGE.match(cells[0])):
            defects.append(Defect(DefectKind.CELLS, place, str(len(cells))))
        elif number:
            words.append(_word(cells, place, sentence, words))
    return words, defects


def _word(cells: tuple[str, ...], place: Place, sentence: int, before: Sequence[_Word]) -> _Word:
    number = _ID.match(cells[0])
    whole, part = (int(number[1]), int(number[2] or 0)) if number else (0, 0)
    stated = sentence * _IN_SENTENCE + whole * _BEHIND_WORD + part
    last = Place(place.end - len(cells[-1]), place.end)
    row = Row(cells, place.start, last, 1, bool(number and number[2]))
    return _Word(row, max(stated, before[-1].number + 1 if before else 0), sentence)


def _zero(words: Sequence[_Word], numbers: Sequence[int], number: int) -> Zero | None:
    """The empty node of that number; None for a word of the text."""
    word = words[bisect_left(numbers, number)]
    if not word.row.empty:
        return None
    heads = (each.partition(":") for each in word.row.cells[_HEADS].split("|") if each != "_")
    return Zero(word.sentence, frozenset((head, relation) for head, _, relation in heads))
