"""Rules for one document: its lines, its brackets, its mentions."""

from collections.abc import Callable, Mapping

from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.model import Defect, DefectKind, Layout, Mention, Place
from keytally.evaluations.conll.scoring.classes import Repeated, side_of
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.table.conll import (
    CONLL_ALONE,
    CONLL_BEHIND_END,
    CONLL_BRACKET,
    CONLL_CROSSING,
    CONLL_DUPLICATE_MENTION,
    CONLL_FIELDS,
    CONLL_NO_BEGIN,
    CONLL_NO_BRACKET,
    CONLL_NO_END,
    CONLL_NO_ENTITY,
    CONLL_NO_HEAD,
    CONLL_NO_PART,
    CONLL_NOT_OPENED,
    CONLL_U_CELLS,
)
from keytally.text.plural import quantity


def findings_of(unit: DocumentUnit) -> tuple[Finding, ...]:
    """The findings in a document, in the order of the text."""
    read = unit.read()
    repeated = (_repeated(unit, each) for each in side_of(read.chains).repeated)
    found = [*(_FOUND[each.kind](unit, each) for each in read.defects), *repeated]
    return tuple(sorted(found, key=lambda finding: (finding.start, finding.end)))


def _cells(unit: DocumentUnit, defect: Defect) -> Finding:
    if unit.read().layout is Layout.COREFUD:
        cells = quantity(int(defect.text), "cell")
        return CONLL_U_CELLS.finding(*defect.place, {"cells": cells, "expected": "10 cells"})
    if defect.text == "1" or defect.other is None:
        return CONLL_ALONE.finding(*defect.place, {})
    first = unit.read().rows[0]
    cells, expected = quantity(int(defect.text), "cell"), quantity(len(first.cells), "cell")
    related = (Related(unit, *defect.other, "the first line of the document"),)
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


def _crossing(unit: DocumentUnit, defect: Defect) -> Finding:
    related = () if defect.other is None else (Related(unit, *defect.other, "the bracket that opens it"),)
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
}


def _removal(unit: DocumentUnit, defect: Defect) -> tuple[Edit, ...]:
    if unit.read().layout is Layout.COREFUD:
        return ()
    edit = without(unit, defect.place)
    return () if edit is None else (edit,)


def _repeated(unit: DocumentUnit, repeated: Repeated) -> Finding:
    again, first = repeated.again.mention, repeated.first.mention
    chains = unit.read().chains
    mention, chain = unit.words_of(again), chains[repeated.again.chain].name
    other = chains[repeated.first.chain].name
    related = (Related(unit, *first.opening, "the first mention of these words"),)
    return CONLL_DUPLICATE_MENTION.finding(
        *again.opening,
        {"mention": mention, "chain": chain, "first": other},
        _removals(unit, again),
        related=related,
    )


def _removals(unit: DocumentUnit, mention: Mention) -> tuple[Edit, ...]:
    """The edits that take away the brackets of a mention; none where they would leave a cell unclear."""
    if unit.read().layout is Layout.COREFUD:
        return ()
    edits = [without(unit, place) for place in dict.fromkeys((mention.opening, mention.closing))]
    apart = len(edits) < 2 or mention.words[0] != mention.words[-1]
    return tuple([each for each in edits if each]) if all(edits) and apart else ()


def without(unit: DocumentUnit, place: Place) -> Edit | None:
    """The edit that takes a bracket and the `|` beside it away; a cell without brackets gets `-`."""
    before, behind = unit.text[place.start - 1 : place.start], unit.text[place.end : place.end + 1]
    if before == "|":
        return Edit(place.start - 1, place.end, "")
    if behind == "|":
        return Edit(place.start, place.end + 1, "")
    alone = before in (" ", "\t", "") and behind in (" ", "\t", "\r", "\n", "")
    return Edit(place.start, place.end, "-") if alone else None
