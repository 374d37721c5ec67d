"""The language of corpus pattern analysis, and rules for lines and for whole files."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from keytally.families.contract import Language, Role
from keytally.families.cpa.reading import (
    CLUST,
    CLUSTER,
    ID,
    INTEGER,
    MOST_ALIGNED,
    PARSE,
    PAT,
    SLOTS,
    TAB,
    TAG,
    TAGS,
    TYPE,
    UNCLUSTERED,
    VERB_TAG,
    WORD_SLOTS,
    CpaRow,
    CpaUnit,
    Format,
    Inputs,
    Ontology,
    format_of_file,
    rows_of,
    verb_of,
)
from keytally.findings.finding import Edit, Finding, Related
from keytally.findings.spelling import did_you_mean
from keytally.findings.table.cpa import (
    CPA_CARRIAGE_RETURN,
    CPA_CLUSTER,
    CPA_CLUSTER_BLANKS,
    CPA_COLUMNS,
    CPA_DUPLICATE_ID,
    CPA_ID,
    CPA_ID_BLANKS,
    CPA_MANY_PATTERNS,
    CPA_MISSING_VERB,
    CPA_SEMANTIC_TYPE,
    CPA_TAG,
    CPA_TYPE_BLANKS,
    CPA_VERB,
    CpaManyPatterns,
)

_PLAIN_TAGS = frozenset({"", *TAGS, VERB_TAG})
_WHOLE = re.compile(r"[+-]?[0-9]+(?=\.0*)")
_PIECE = re.compile(r"[^|]+")


def findings_in(
    rows: Sequence[CpaRow], kind: Format, role: Role, ontology: Ontology | None
) -> tuple[Finding, ...]:
    """Return the findings of a unit's rows, row by row.

    A `.parse` unit is a sentence and contains the row of its verb.
    """
    suspects = (row for row in rows if not _is_plain(row, kind, ontology))
    found = tuple(finding for row in suspects for finding in _in_row(row, kind, role, ontology))
    return (*_verb(rows), *found) if kind is PARSE else found


def carriage_returns(text: str) -> Iterator[Finding]:
    """Yield a finding for each carriage return; a carriage return before a line feed has a fix."""
    at = text.find("\r")
    while at >= 0:
        edits = (Edit(at, at + 1, ""),) if text.startswith("\n", at + 1) else ()
        yield CPA_CARRIAGE_RETURN.finding(at, at + 1, {}, edits)
        at = text.find("\r", at + 1)


def _verb(rows: Sequence[CpaRow]) -> Iterator[Finding]:
    """Yield a finding on the first row of a sentence that has no verb row."""
    if rows and not any(row.text(TAG) == VERB_TAG for row in rows):
        yield CPA_VERB.finding(rows[0].start, rows[0].end, {})


def _is_plain(row: CpaRow, kind: Format, ontology: Ontology | None) -> bool:
    """Return whether a quick check shows that a row breaks no rule, as for most rows."""
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
    """Return a finding on the whole line if columns are missing, or on the text after the last column."""
    given, wanted = len(row.cells), len(kind.columns)
    if given < wanted:
        start, repair = row.start, "add the missing empty columns at the end of the line"
        edits = () if given == 1 else (Edit(row.end, row.end, TAB * (wanted - given)),)
    else:
        start, repair = row.place(wanted)[0] - 1, "remove the empty columns at the end of the line"
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
    """Yield findings on spaces around a cell, or on each of its alternatives that is not in the ontology."""
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
    """Yield a finding for a cluster that is not an integer or has spaces around it; `x` and `u` are
    reported only in responses.
    """
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


def many_patterns(units: Sequence[CpaUnit]) -> list[Sequence[Finding]]:
    """Return a finding on the first pattern of a file that exceeds the limit for exact alignment."""
    rows = [(number, row) for number, unit in enumerate(units) for row in unit.rows]
    found: list[Sequence[Finding]] = [()] * len(units)
    if len(rows) > MOST_ALIGNED:
        number, row = rows[MOST_ALIGNED]
        counts: CpaManyPatterns = {"count": str(len(rows)), "most": str(MOST_ALIGNED)}
        found[number] = [CPA_MANY_PATTERNS.finding(row.start, row.end, counts)]
    return found


def duplicate_ids(units: Sequence[CpaUnit]) -> list[Sequence[Finding]]:
    """Return findings on the ids in each unit that repeat an earlier row's id; missing ids are reported
    separately.
    """
    seen: set[str] = set()
    repeats: dict[int, list[CpaRow]] = {}
    for number, unit in enumerate(units):
        if len(unit.ids) != len(unit.rows) or not seen.isdisjoint(unit.ids):
            repeats[number] = _repeated(unit, seen)
        seen |= unit.ids
    first = _first_rows(units, {row.cell(ID) for rows in repeats.values() for row in rows})
    return [[_duplicate(row, first) for row in repeats.get(number, ())] for number in range(len(units))]


def _repeated(unit: CpaUnit, seen: AbstractSet[str]) -> list[CpaRow]:
    """Return the rows of a unit whose ids occur earlier, in the unit itself or in `seen`."""
    found, own = [], set[str]()
    for row in unit.rows:
        identifier = row.cell(ID)
        if identifier.strip() and (identifier in own or identifier in seen):
            found.append(row)
        own.add(identifier)
    return found


def _first_rows(units: Iterable[CpaUnit], wanted: AbstractSet[str]) -> dict[str, Related]:
    """Return the first row with each of the wanted ids."""
    first: dict[str, Related] = {}
    for unit in units if wanted else ():
        if not wanted.isdisjoint(unit.ids):
            for row in unit.rows:
                identifier = row.cell(ID)
                if identifier in wanted and identifier not in first:
                    first[identifier] = Related(unit, *row.place(ID), "the first line with this id")
    return first


def _duplicate(row: CpaRow, first: dict[str, Related]) -> Finding:
    identifier = row.cell(ID)
    return CPA_DUPLICATE_ID.finding(*row.place(ID), {"identifier": identifier}, related=(first[identifier],))


def missing_verbs(absent: Iterable[str]) -> list[Finding]:
    """Return a finding for each missing file, at the start of an existing file."""
    return [CPA_MISSING_VERB.finding(0, 0, {"file": name}) for name in absent]


_BLANK_LINE = re.compile(r"(?<=\n)(?=[\r\n])|(?<=\r)(?=\r)")
_LINE = re.compile(r"(?<=\n)(?=[\s\S])|(?<=\r)(?=[^\n])")


class _CpaLanguageFields(NamedTuple):
    role: Role = Role.UNKNOWN
    format: Format | None = None
    verb: str = ""
    ontology: Ontology | None = None
    inputs: Inputs | None = None
    absent: tuple[str, ...] = ()
    name: str = "cpa"
    lookahead: int = 1


class CpaLanguage(_CpaLanguageFields, Language):
    """The language of a file.

    `format` is None until `of_file` sets it; until then the file is read as a `.parse` file. `verb` is the
    document of all units. `absent` contains the verb files missing from a response's directory; this file
    reports the finding about them. `inputs` is the task's input file or directory of input files.
    """

    __slots__ = ()

    def of_file(self, name: str, absent: Sequence[str] = ()) -> "CpaLanguage":
        """Return the language of the file with that name; `absent` contains the names of missing files
        that this file must report.
        """
        kind = self.format or format_of_file(name)
        return self._replace(format=kind, verb=verb_of(name), absent=tuple(absent))

    def boundaries(self, text: str) -> list[int]:
        """Return the offsets of units: sentences separated by blank lines in a `.parse` file, otherwise
        lines.
        """
        pattern = _BLANK_LINE if self._format is PARSE else _LINE
        return [match.start() for match in pattern.finditer(text)]

    def read(self, text: str) -> CpaUnit:
        """Return the sentence or line with that text, with the findings of its rows; never fails."""
        rows = rows_of(text)
        findings = findings_in(rows, self._format, self.role, self.ontology)
        if "\r" in text:
            both = (*findings, *carriage_returns(text))
            findings = tuple(sorted(both, key=lambda finding: (finding.start, finding.end)))
        ids = frozenset(row.cells[ID] for row in rows) if self._format is not PAT else frozenset()
        return CpaUnit(text, self.verb, self._format, rows, findings, self.inputs, ids)

    def compare_duplicates(
        self, units: Sequence[CpaUnit], apart: Collection[CpaUnit] = ()
    ) -> Sequence[Sequence[Finding]]:
        """Return findings on repeated ids and too many patterns, and, at the start, on missing verbs."""
        found = many_patterns(units) if self._format is PAT else duplicate_ids(units)
        if self.absent and found:
            found[0] = [*missing_verbs(self.absent), *found[0]]
        return found

    @property
    def _format(self) -> Format:
        return self.format or PARSE


def language(role: Role) -> CpaLanguage:
    """Return the language of a file outside of any pair."""
    return CpaLanguage(role)
