"""The language of coreference files, and rules for documents and for responses."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from keytally.families.conll.model import Defect, DefectKind, Layout, Mention, Place
from keytally.families.conll.reading import DocumentUnit, name_in
from keytally.families.conll.scoring import Repeated, side_of
from keytally.families.contract import Language, Role
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.table.conll import (
    CONLL_ALONE,
    CONLL_BEHIND_END,
    CONLL_BRACKET,
    CONLL_CROSSING,
    CONLL_DOCUMENT,
    CONLL_DUPLICATE_MENTION,
    CONLL_FIELDS,
    CONLL_LENGTH,
    CONLL_NO_BEGIN,
    CONLL_NO_BRACKET,
    CONLL_NO_END,
    CONLL_NO_ENTITY,
    CONLL_NO_FIELD,
    CONLL_NO_HEAD,
    CONLL_NO_PART,
    CONLL_NOT_OPENED,
    CONLL_TOKEN,
    CONLL_TWICE,
    CONLL_U_CELLS,
)
from keytally.text.rendering import quantity


def findings_of(unit: DocumentUnit, *, repeats: bool | None = None) -> tuple[Finding, ...]:
    """Return the findings in a document, in the order of the text.

    With `repeats`, the same mention may be in two chains; if `repeats` is None, this applies to CorefUD only.
    """
    read = unit.read()
    repeats = read.layout is Layout.COREFUD if repeats is None else repeats
    found_again = side_of(read.chains).repeated
    counted = [each for each in found_again if not repeats or each.again.chain == each.first.chain]
    repeated = (_repeated(unit, each) for each in counted)
    found = [*(_FOUND[defect.kind](unit, defect) for defect in read.defects), *repeated]
    return tuple(sorted(found, key=lambda finding: (finding.start, finding.end)))


def _cells(unit: DocumentUnit, defect: Defect) -> Finding:
    if unit.read().layout is Layout.COREFUD:
        cells = quantity(int(defect.text), "cell")
        return CONLL_U_CELLS.finding(*defect.place, {"cells": cells, "expected": "10 cells"})
    if defect.text == "1" or defect.other is None:
        return CONLL_ALONE.finding(*defect.place, {})
    cells, expected = (quantity(int(number), "cell") for number in (defect.text, defect.wanted))
    related = (Related(unit, *defect.other, "the first line of the sentence"),)
    return CONLL_FIELDS.finding(*defect.place, {"cells": cells, "expected": expected}, related=related)


def _no_bracket(unit: DocumentUnit, defect: Defect) -> Finding:
    if unit.read().layout is Layout.COREFUD:
        return CONLL_NO_ENTITY.finding(*defect.place, {"text": defect.text})
    return CONLL_NO_BRACKET.finding(*defect.place, {"text": defect.text})


def _not_opened(unit: DocumentUnit, defect: Defect) -> Finding:
    return CONLL_NOT_OPENED.finding(*defect.place, {"chain": defect.text}, _removal(unit, defect))


def _not_closed(unit: DocumentUnit, defect: Defect) -> Finding:
    return CONLL_BRACKET.finding(*defect.place, {"chain": defect.text}, _removal(unit, defect))


def _no_part(unit: DocumentUnit, defect: Defect) -> Finding:
    return CONLL_NO_PART.finding(*defect.place, {"chain": defect.text, "part": defect.wanted})


def _no_head(unit: DocumentUnit, defect: Defect) -> Finding:
    return CONLL_NO_HEAD.finding(*defect.place, {"head": defect.text, "words": defect.wanted})


def _no_begin(unit: DocumentUnit, defect: Defect) -> Finding:
    return CONLL_NO_BEGIN.finding(*defect.place, {})


def _no_end(unit: DocumentUnit, defect: Defect) -> Finding:
    return CONLL_NO_END.finding(*defect.place, {"document": unit.document or ""})


def _behind_end(unit: DocumentUnit, defect: Defect) -> Finding:
    return CONLL_BEHIND_END.finding(*defect.place, {})


def _no_field(unit: DocumentUnit, defect: Defect) -> Finding:
    return CONLL_NO_FIELD.finding(*defect.place, {"text": defect.text})


def _crossing(unit: DocumentUnit, defect: Defect) -> Finding:
    related = (
        () if defect.other is None else (Related(unit, *defect.other, "the bracket that opens the chain"),)
    )
    return CONLL_CROSSING.finding(*defect.place, {"chain": defect.text}, related=related)


_FOUND: Mapping[DefectKind, Callable[[DocumentUnit, Defect], Finding]] = {
    DefectKind.CELLS: _cells,
    DefectKind.NO_BRACKET: _no_bracket,
    DefectKind.NOT_OPENED: _not_opened,
    DefectKind.NOT_CLOSED: _not_closed,
    DefectKind.NO_PART: _no_part,
    DefectKind.NO_HEAD: _no_head,
    DefectKind.NO_BEGIN: _no_begin,
    DefectKind.NO_END: _no_end,
    DefectKind.BEHIND_END: _behind_end,
    DefectKind.CROSSING: _crossing,
    DefectKind.NO_FIELD: _no_field,
}


def _removal(unit: DocumentUnit, defect: Defect) -> tuple[Edit, ...]:
    if unit.read().layout is Layout.COREFUD:
        return ()
    edit = removal_edit(unit, defect.place)
    return () if edit is None else (edit,)


def _repeated(unit: DocumentUnit, repeated: Repeated) -> Finding:
    again, first = repeated.again.mention, repeated.first.mention
    chains = unit.read().chains
    mention, chain = unit.words_of(again), chains[repeated.again.chain].name
    other = chains[repeated.first.chain].name
    related = (Related(unit, *first.opening, "the first mention that covers these words"),)
    return CONLL_DUPLICATE_MENTION.finding(
        *again.opening,
        {"mention": mention, "chain": chain, "first": other},
        _removals(unit, again),
        related=related,
    )


def _removals(unit: DocumentUnit, mention: Mention) -> tuple[Edit, ...]:
    """Return the edits that delete the brackets of a mention; none in CorefUD, or if a cell would become
    ambiguous.
    """
    if unit.read().layout is Layout.COREFUD:
        return ()
    edits = [removal_edit(unit, place) for place in dict.fromkeys((mention.opening, mention.closing))]
    apart = len(edits) < 2 or mention.words[0] != mention.words[-1]
    return tuple([edit for edit in edits if edit]) if all(edits) and apart else ()


def removal_edit(unit: DocumentUnit, place: Place) -> Edit | None:
    """Return the edit that deletes a bracket and an adjacent `|`, or replaces the only bracket of a cell
    with `-`; None if the bracket touches other text.
    """
    before, behind = unit.text[place.start - 1 : place.start], unit.text[place.end : place.end + 1]
    if before == "|":
        return Edit(place.start - 1, place.end, "")
    if behind == "|":
        return Edit(place.start, place.end + 1, "")
    alone = before in (" ", "\t", "") and behind in (" ", "\t", "\r", "\n", "")
    return Edit(place.start, place.end, "-") if alone else None


_FINDINGS_OF = {repeats: partial(findings_of, repeats=repeats) for repeats in (True, False)}

_BEGIN = re.compile(r"#(?<=[\r\n]#)[ \t]{0,20}(?:begin document|newdoc(?!\S))")
"""The pattern begins with a character that can be searched at C speed and occurs on few lines."""


@dataclass(frozen=True, slots=True)
class ChainsLanguage(Language):
    """Files of documents: a unit starts at each line that begins a document.

    With `repeats`, a mention counts in every chain, so it is reported only if one chain contains it twice. If
    `repeats` is None, this applies to CorefUD only.
    """

    role: Role = Role.UNKNOWN
    repeats: bool | None = None
    name: str = "conll"
    lookahead: int = 40

    def suspects(self, units: Sequence[DocumentUnit]) -> Sequence[DocumentUnit]:
        """Return the documents that may contain errors."""
        return [unit for unit in units if unit.may_lose]

    def boundaries(self, text: str) -> list[int]:
        """Return the offsets of lines that begin a document."""
        return [found.start() for found in _BEGIN.finditer(text)]

    def read(self, text: str) -> DocumentUnit:
        """Return a document; never fails."""
        return DocumentUnit(text, findings_of if self.repeats is None else _FINDINGS_OF[self.repeats])

    def document_of(self, text: str) -> str | None:
        """Return the name of the document in a text."""
        return name_in(text)

    def may_hold(self, text: str, documents: Collection[str]) -> set[str]:
        """Return the names in `documents` that occur in a text."""
        starts = [0, *self.boundaries(text), len(text)]
        names = (name_in(text[start:end]) for start, end in pairwise(starts))
        return {*documents}.intersection(name for name in names if name)

    def compare_duplicates(
        self, units: Sequence[DocumentUnit], apart: Mapping[Any, Any] = MappingProxyType({})
    ) -> Sequence[Sequence[Finding]]:
        """Return a finding for each document with the same name as an earlier document."""
        return [() if number == 0 else _twice(each, units[0]) for number, each in enumerate(units)]


def _twice(unit: DocumentUnit, first: DocumentUnit) -> tuple[Finding, ...]:
    head, other = unit.read().head, first.read().head
    if head is None or other is None:
        return ()
    related = (Related(first, *other, "the first document with this name"),)
    return (CONLL_TWICE.finding(*head, {"document": unit.document or ""}, related=related),)


def compare_with_key(unit: DocumentUnit, key: DocumentUnit | None) -> tuple[Finding, ...]:
    """Return a finding for a document that is not in the key, otherwise for the first token that differs.

    Text outside documents, and lines with irregular numbers of cells, are reported by other rules.
    """
    if unit.document is None:
        return ()
    return tuple(_unknown(unit) if key is None else other_tokens(unit, key))


def _unknown(unit: DocumentUnit) -> Iterator[Finding]:
    head = unit.read().head
    if head is not None:
        yield CONLL_DOCUMENT.finding(*head, {"document": unit.document or ""})


def other_tokens(unit: DocumentUnit, key: DocumentUnit) -> Iterator[Finding]:
    """Yield a finding on the first token that differs from the key's, or on a different number of tokens."""
    if _differ_in_last_cells(unit.text, key.text):
        return
    mine, wanted = unit.tokens(), key.tokens()
    lines = {defect.place.start for defect in unit.read().defects if defect.kind is DefectKind.CELLS}
    odd = unit.tokens_on(lines)
    pairs = enumerate(zip(mine, wanted, strict=False))
    word = next((word for word, (token, other) in pairs if token != other and word not in odd), None)
    if word is not None:
        related = (Related(key, *key.token_place(word), "the key's token"),)
        place = unit.token_place(word)
        yield CONLL_TOKEN.finding(*place, {"token": mine[word], "wanted": wanted[word]}, related=related)
    elif len(mine) != len(wanted):
        end = unit.token_place(min(len(wanted), len(mine) - 1)) if mine else unit.read().head
        tokens = quantity(len(mine), "token")
        if end is not None:
            yield CONLL_LENGTH.finding(*end, {"tokens": tokens, "expected": str(len(wanted))})


def _differ_in_last_cells(text: str, key: str) -> bool:
    """Return whether two texts have the same lines except for the last cells, which is common and quick to
    check.
    """
    lines, wanted = text.split("\n"), key.split("\n")
    if len(lines) != len(wanted):
        return False
    pairs = (pair for pair in zip(lines, wanted, strict=True) if pair[0] != pair[1])
    return all(_before_last(line) == _before_last(other) != "" for line, other in pairs)


def _before_last(line: str) -> str:
    """Return a line without its last cell; "" for a comment, and for a line whose last cell may be empty
    or is the only one.
    """
    cells = line.rsplit(None, 1)
    return cells[0] if len(cells) > 1 and not line.endswith("\t") and line[0] != "#" else ""
