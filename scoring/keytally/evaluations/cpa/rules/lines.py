"""Rules for single lines: the number of columns, tags, semantic types, clusters."""

import re
from collections.abc import Iterator, Sequence

from keytally.evaluations.cpa.formats.columns import (
    CLUST,
    CLUSTER,
    ID,
    INTEGER,
    PARSE,
    PAT,
    SLOTS,
    TAG,
    TAGS,
    TYPE,
    UNCLUSTERED,
    VERB_TAG,
    WORD_SLOTS,
    Format,
)
from keytally.evaluations.cpa.formats.ontology import Ontology
from keytally.evaluations.cpa.formats.rows import TAB, CpaRow
from keytally.evaluations.interface import Role
from keytally.findings.finding import Edit, Finding
from keytally.findings.suggestion import did_you_mean
from keytally.findings.table.cpa import (
    CPA_CARRIAGE_RETURN,
    CPA_CLUSTER,
    CPA_CLUSTER_BLANKS,
    CPA_COLUMNS,
    CPA_ID,
    CPA_ID_BLANKS,
    CPA_SEMANTIC_TYPE,
    CPA_TAG,
    CPA_TYPE_BLANKS,
    CPA_VERB,
)

_PLAIN_TAGS = frozenset({"", *TAGS, VERB_TAG})
_WHOLE = re.compile(r"[+-]?[0-9]+(?=\.0*)")
_PIECE = re.compile(r"[^|]+")


def findings_in(
    rows: Sequence[CpaRow], kind: Format, role: Role, ontology: Ontology | None
) -> tuple[Finding, ...]:
    """The findings of a unit's rows, row by row; a `.parse` unit is a sentence, which has its verb's row."""
    suspects = (row for row in rows if not _is_plain(row, kind, ontology))
    found = tuple(finding for row in suspects for finding in _in_row(row, kind, role, ontology))
    return (*_verb(rows), *found) if kind is PARSE else found


def carriage_returns(text: str) -> Iterator[Finding]:
    """A finding on each carriage return; one before a line feed has a fix."""
    at = text.find("\r")
    while at >= 0:
        edits = (Edit(at, at + 1, ""),) if text.startswith("\n", at + 1) else ()
        yield CPA_CARRIAGE_RETURN.finding(at, at + 1, {}, edits)
        at = text.find("\r", at + 1)


def _verb(rows: Sequence[CpaRow]) -> Iterator[Finding]:
    """A finding on the first row of a sentence without the row of its verb."""
    if rows and not any(row.text(TAG) == VERB_TAG for row in rows):
        yield CPA_VERB.finding(rows[0].start, rows[0].end, {})


def _is_plain(row: CpaRow, kind: Format, ontology: Ontology | None) -> bool:
    """Whether a quick check shows that a row breaks no rule, as for most rows."""
    if kind is PAT or len(row.cells) != len(kind.columns):
        return False
    if not row.cells[ID] or row.cells[ID] != row.cells[ID].strip():
        return False
    if kind is CLUST:
        return INTEGER.fullmatch(row.cells[CLUSTER]) is not None
    _, _, tag, type_ = row.cells
    return tag in _PLAIN_TAGS and (not type_ or (ontology is not None and type_ in ontology))


def _in_row(row: CpaRow, kind: Format, role: Role, ontology: Ontology | None) -> Iterator[Finding]:
    if len(row.cells) != len(kind.columns):
        yield _columns(row, kind)
    if kind is not PAT:
        yield from _id(row)
    if kind is CLUST:
        yield from _cluster(row, role)
    elif kind is PAT:
        for column, slot in enumerate(SLOTS):
            if slot not in WORD_SLOTS:
                yield from _types(row, column, ontology)
    elif row.text(TAG) != VERB_TAG:
        yield from _tag(row)
        yield from _types(row, TYPE, ontology)


def _columns(row: CpaRow, kind: Format) -> Finding:
    """The whole line if columns are missing, else the text after the last column."""
    given, wanted = len(row.cells), len(kind.columns)
    if given < wanted:
        start, repair = row.start, "add the empty columns at its end"
        edits = () if given == 1 else (Edit(row.end, row.end, TAB * (wanted - given)),)
    else:
        start, repair = row.place(wanted)[0] - 1, "remove the empty columns at its end"
        rest_is_blank = not any(cell.strip() for cell in row.cells[wanted:])
        edits = (Edit(start, row.end, ""),) if rest_is_blank else ()
    return CPA_COLUMNS.finding(
        start,
        row.end,
        {"extension": kind.extension, "wanted": str(wanted), "given": str(given), "repair": repair},
        edits,
    )


def _id(row: CpaRow) -> Iterator[Finding]:
    identifier = row.cell(ID)
    if not identifier.strip():
        place = row.place(ID) if identifier else (row.start, row.end)
        yield CPA_ID.finding(*place, {})
    elif identifier != identifier.strip():
        edit = Edit(*row.place(ID), identifier.strip())
        yield CPA_ID_BLANKS.finding(*row.place(ID), {"identifier": identifier.strip()}, (edit,))


def _tag(row: CpaRow) -> Iterator[Finding]:
    tag = row.cell(TAG)
    known = (*TAGS, VERB_TAG)
    if not tag or tag in known:
        return
    start, end = row.place(TAG)
    meant = tag.strip().lower()
    is_blank_or_known = not meant or meant in known
    edits = (Edit(start, end, meant),) if is_blank_or_known else ()
    yield CPA_TAG.finding(
        start, end, {"tag": repr(tag), "known": ", ".join(TAGS), "nearest": meant or "nothing"}, edits
    )


def _types(row: CpaRow, column: int, ontology: Ontology | None) -> Iterator[Finding]:
    """Blanks around a cell; else each of its alternatives that is not in the ontology."""
    cell, (start, end) = row.cell(column), row.place(column)
    if cell != cell.strip():
        meant = cell.strip()
        edit = Edit(start, end, meant)
        yield CPA_TYPE_BLANKS.finding(start, end, {"nearest": meant or "nothing"}, (edit,))
    elif ontology is not None:
        for piece in _PIECE.finditer(cell):
            if piece.group().strip() and piece.group().strip() not in ontology:
                yield _unknown_type(piece.group(), start + piece.start(), ontology)


def _unknown_type(piece: str, start: int, ontology: Ontology) -> Finding:
    term = piece.strip()
    start += piece.index(term)
    nearest = ontology.in_any_case(term)
    hint = f"; did you mean {nearest}?" if nearest else did_you_mean(term, ontology.terms)
    edits = (Edit(start, start + len(term), nearest),) if nearest else ()
    return CPA_SEMANTIC_TYPE.finding(
        start,
        start + len(term),
        {"term": term, "hint": hint, "nearest": nearest or ""},
        edits,
    )


def _cluster(row: CpaRow, role: Role) -> Iterator[Finding]:
    """Only a key, or a file of unknown role, may have `x` and `u`."""
    cluster, name = row.cell(CLUSTER), row.text(CLUSTER)
    is_unclustered = role is not Role.RESPONSE and name in UNCLUSTERED
    start, end = row.place(CLUSTER)
    if len(row.cells) <= CLUSTER:
        return
    if is_unclustered or INTEGER.fullmatch(name):
        if cluster != name:
            edit = Edit(start, end, name)
            yield CPA_CLUSTER_BLANKS.finding(start, end, {"cluster": name}, (edit,))
        return
    whole = _WHOLE.match(row.text(CLUSTER))
    is_whole = whole is not None and re.fullmatch(r"\.0*", row.text(CLUSTER)[whole.end() :])
    edits = (Edit(start, end, whole.group()),) if whole and is_whole else ()
    yield CPA_CLUSTER.finding(
        start, end, {"cluster": repr(cluster), "nearest": whole.group() if whole else ""}, edits
    )
