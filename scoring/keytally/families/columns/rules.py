"""The language of column files: recognition by content, rules for sentences and responses, and proposals."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from keytally.families.columns.annotations import relabelled, with_entity, without
from keytally.families.columns.labels import (
    entities,
    infer_form,
    infer_scheme,
    is_label,
    label_of,
    labels_in,
    likely_label,
    read_label,
    written_label,
)
from keytally.families.columns.model import (
    LABELS,
    LETTERS,
    OUTSIDE,
    TASK,
    TOGETHER,
    TOKEN,
    Entity,
    LabelForm,
    Scheme,
)
from keytally.families.columns.reading import LAST, Cell, CellForms, Row, SentenceUnit, lines_of, token_column
from keytally.families.contract import Language, Mark, Role
from keytally.families.presentation import Proposal
from keytally.findings.finding import Edit, Edits, Finding, Related, apply_edits
from keytally.findings.spelling import short_text
from keytally.findings.table.columns import (
    COLUMNS_FIELDS,
    COLUMNS_LABEL,
    COLUMNS_LIKELY_LABEL,
    COLUMNS_NO_LABEL,
    COLUMNS_SENTENCE,
    COLUMNS_SENTENCE_END,
    COLUMNS_TOKEN,
    COLUMNS_TRANSITION,
    COLUMNS_TYPE,
    COLUMNS_UNPARTED,
    ColumnsLabel,
    ColumnsSentences,
    ColumnsUnparted,
)
from keytally.tallies.status import Status
from keytally.text.rendering import quantity

_LETTER = f"one of {', '.join(LETTERS)}"
_FORMS = {
    LabelForm.PREFIX: f"{_LETTER} followed by a hyphen and a type",
    LabelForm.SUFFIX: f"a type followed by a hyphen and {_LETTER}",
    LabelForm.LETTER: _LETTER,
    LabelForm.TYPE: "a type",
}


def findings_of(unit: SentenceUnit, scheme: Scheme | None) -> tuple[Finding, ...]:
    """Return the findings in a sentence, in text order; findings on transitions require a scheme.

    Most sentences have none, which is clear from their labels without checking each line.
    """
    found = [*_rows(unit), *_labels(unit)] if unit.may_lose else []
    found += _transitions(unit, scheme) if scheme else ()
    return tuple(sorted(found, key=lambda finding: (finding.start, finding.end)))


def _rows(unit: SentenceUnit) -> Iterator[Finding]:
    """Yield a finding for each line whose number of cells differs from the first line's, and for each line
    without a label.
    """
    rows = unit.lines().rows
    for row in rows:
        if row.cell(unit.column) is None:
            yield COLUMNS_NO_LABEL.finding(row.start, row.end, {}, _with_label(unit, row))
        elif len(row.cells) != len(rows[0].cells):
            related = (Related(unit, rows[0].start, rows[0].end, "the first line of the sentence"),)
            yield COLUMNS_FIELDS.finding(
                row.start,
                row.end,
                {"cells": _cells(row), "expected": _cells(rows[0])},
                related=related,
            )


def _cells(row: Row) -> str:
    return quantity(len(row.cells), "cell")


def _with_label(unit: SentenceUnit, row: Row) -> tuple[Edit, ...]:
    """Return the edit that adds the label O to a line with only a token, if the labels are in the last
    column.
    """
    if unit.column != -1:
        return ()
    separator = "\t" if "\t" in unit.text else " "
    return (Edit(row.cells[-1].end, row.end, f"{separator}{OUTSIDE}"),)


def _labels(unit: SentenceUnit) -> Iterator[Finding]:
    for cell in _label_cells(unit):
        if is_label(cell.text, unit.form):
            continue
        label = likely_label(cell.text, unit.form)
        if label is None:
            arguments: ColumnsLabel = {"text": cell.text, "form": _FORMS[unit.form]}
            yield COLUMNS_LABEL.finding(cell.start, cell.end, arguments)
        else:
            edit = Edit(cell.start, cell.end, label)
            yield COLUMNS_LIKELY_LABEL.finding(
                cell.start, cell.end, {"text": cell.text, "label": label}, (edit,), guessed=True
            )


def _transitions(unit: SentenceUnit, scheme: Scheme) -> Iterator[Finding]:
    """Yield a finding for each label that differs from the scheme's label for the same entities.

    IO has no label for an entity immediately after an entity of the same type. Labels after an invalid label
    are not reported, because they may be correct once the invalid label is fixed.
    """
    labels = unit.labels()
    if labels.count(OUTSIDE) == len(labels):
        return
    wanted = labels_in(scheme, entities(labels), len(labels))
    unparted = [label[:2] == "B-" for label in wanted] if scheme is Scheme.IO else []
    if list(labels) == wanted and True not in unparted:
        return
    for number, (label, right) in enumerate(zip(labels, wanted, strict=True)):
        cell = unit.label_cell(number)
        if label == right and unparted and unparted[number]:
            written = unit.written_labels()
            arguments: ColumnsUnparted = {"label": written[number], "before": written[number - 1]}
            yield COLUMNS_UNPARTED.finding(cell.start, cell.end, arguments)
        elif label != right and is_label(label) and (not number or is_label(labels[number - 1])):
            text = written_label(right, unit.form)
            if text is not None:
                place = _place(unit.written_labels(), number)
                yield COLUMNS_TRANSITION.finding(
                    cell.start,
                    cell.end,
                    {"label": cell.text, "place": place, "scheme": scheme.value, "wanted": text},
                    (Edit(cell.start, cell.end, text),),
                )


def _place(labels: tuple[str, ...], number: int) -> str:
    """Return a label's position in words, with the adjacent labels."""
    before = f"after {labels[number - 1]}" if number else "at the start"
    behind = f"before {labels[number + 1]}" if number + 1 < len(labels) else "at the end"
    return f"{before} and {behind}"


def _label_cells(unit: SentenceUnit) -> Iterator[Cell]:
    for row in unit.lines().rows:
        cell = row.cell(unit.column)
        if cell is not None:
            yield cell


def propose_entity(unit: SentenceUnit, mark: Mark, scheme: Scheme | None) -> Proposal | None:
    """Return a proposal that inserts the key's entity, replaces an incorrect entity with it, or deletes a
    spurious one.

    Entities of the response on the same tokens are deleted. Adjacent labels change as the scheme requires.
    There is no proposal if the response lacks tokens of the entity.
    """
    present = entities(unit.labels())
    if mark.status is Status.SPURIOUS:
        edits = relabelled(unit, without(present, *unit.tokens_at(mark.start, mark.end)), scheme)
        return _proposal(unit, f"Delete the spurious {short_text(mark.subject or '')}", edits, drops=True)
    if mark.partner is None or mark.status not in (Status.MISSING, Status.INCORRECT):
        return None
    key = _entity_at(*mark.partner)
    if key is None:
        return None
    words = short_text(" ".join(unit.tokens()[key.start : key.end]))
    if mark.status is Status.MISSING:
        edits = relabelled(unit, with_entity(present, key), scheme)
        return _proposal(unit, f'Insert the missing {short_text(key.type)} "{words}"', edits)
    others = without(present, *unit.tokens_at(mark.start, mark.end))
    edits = relabelled(unit, with_entity(others, key), scheme)
    return _proposal(unit, f'Accept the key\'s {short_text(key.type)} "{words}"', edits)


def _entity_at(unit: SentenceUnit, start: int, end: int) -> Entity | None:
    """Return the entity of the key whose labels have this range."""
    first, last = unit.tokens_at(start, end)
    type_ = label_of(unit.labels()[first]).type if first < last else ""
    return Entity(first, last, type_) if type_ else None


def _proposal(unit: SentenceUnit, title: str, edits: Edits | None, *, drops: bool = False) -> Proposal | None:
    """Return the edits as a single replacement that includes the unchanged lines between them; None
    without edits.
    """
    if not edits:
        return None
    start, end = edits[0].start, edits[-1].end
    return Proposal(title, Edit(start, end, apply_edits(unit.text[start:end], edits, -start)), drops)


_PARTING = re.compile(r"(?:\r\n|\n|\r(?!\n))(?=[ \t]{0,63}[\r\n]|-DOCSTART-)")
_PARTING_FEEDS = re.compile(r"\n(?=[ \t]{0,63}\n|-DOCSTART-)")
_BLANK = re.compile(r"(?:\r\n|\n|\r(?!\n))(?=[ \t]{0,63}[\r\n])")


class _ColumnsLanguageFields(NamedTuple):
    role: Role = Role.UNKNOWN
    column: int = LAST
    scheme: Scheme | None = None
    all_tokens: bool = False
    token: int = 0
    form: LabelForm | None = None
    name: str = "token-columns"
    lookahead: int = 64
    telling: int = 1 << 15


class ColumnsLanguage(_ColumnsLanguageFields, Language):
    """Files of tokens and labels, in which a unit starts at each blank line and at `-DOCSTART-`.

    `column` is the label column, counted from 0, or from the end if negative. `scheme` is None if it is
    detected from the labels. With `all_tokens`, only blank lines separate sentences, as in the reference
    programs. `token` is the column of the tokens. `form` is the label form; if None, it is detected.
    """

    __slots__ = ()

    def of_text(self, beginning: str) -> "ColumnsLanguage":
        """Return the language adapted to a file: its label form, its scheme and its token column.

        For a response, return the same language, because its settings come from the key.
        """
        if self.role is Role.RESPONSE:
            return self
        places = [0, *self.boundaries(beginning), len(beginning)]
        texts = [beginning[start:end] for start, end in pairwise(places)]
        form = self.form or infer_form(label for text in texts for label in self._labels(text))
        scheme = self.scheme or infer_scheme(self._labels(text, form) for text in texts)
        return self._replace(scheme=scheme, token=self.token or token_column(beginning), form=form)

    def _labels(self, text: str, form: LabelForm = LabelForm.PREFIX) -> Sequence[str]:
        return SentenceUnit(text, self.column, cells=CellForms(form=form)).labels()

    def suspects(self, units: Sequence[SentenceUnit]) -> Sequence[SentenceUnit]:
        """Return the sentences with a label that may be invalid."""
        return [unit for unit in units if unit.may_lose]

    def boundaries(self, text: str) -> list[int]:
        """Return the offsets of lines that begin a document, and of blank lines, which may contain up to
        63 spaces.
        """
        parting = _PARTING if "\r" in text else _PARTING_FEEDS
        pattern = _BLANK if self.all_tokens else parting
        return [found.end() for found in pattern.finditer(text)]

    def read(self, text: str) -> SentenceUnit:
        """Return a sentence, including the line end before it; never fails."""
        form = self.form or LabelForm.PREFIX
        return SentenceUnit(
            text, self.column, self, all_tokens=self.all_tokens, cells=CellForms(self.token, form)
        )

    def compare_duplicates(
        self, units: Sequence[SentenceUnit], apart: Collection[SentenceUnit] = ()
    ) -> Sequence[Sequence[Finding]]:
        """Return no findings: equal sentences are not errors."""
        return [()] * len(units)

    def findings_of(self, unit: SentenceUnit) -> tuple[Finding, ...]:
        """Return the findings that need only the sentence."""
        return findings_of(unit, self.scheme)

    def proposal_of(self, unit: SentenceUnit, mark: Mark) -> Proposal | None:
        """Return a proposal that applies the key's annotation at a mark of a sentence."""
        return propose_entity(unit, mark, self.scheme)


def first_out_of_step(
    units: Sequence[SentenceUnit], references: Sequence[SentenceUnit]
) -> tuple[int, Finding] | None:
    """Return the index of the first sentence whose tokens differ from the key's, and a finding on it.

    The result is None if the files have the same number of sentences, or if the response has none.
    """
    if len(units) == len(references) or not units:
        return None
    pairs = enumerate(zip(units, references, strict=False))
    shorter = min(len(units), len(references))
    index = next((at for at, pair in pairs if not is_in_step(*pair)), shorter)
    index = min(index, len(units) - 1)
    return index, out_of_step(units[index], len(units), len(references))


def is_in_step(unit: SentenceUnit, key: SentenceUnit) -> bool:
    """Return whether a sentence has the same tokens as the key's sentence."""
    return unit.tokens() == key.tokens()


def out_of_step(unit: SentenceUnit, count: int, expected: int) -> Finding:
    """Return the finding on the first sentence whose tokens differ from the key's sentence with the same
    number.
    """
    rows = unit.lines().rows
    arguments: ColumnsSentences = {"sentences": quantity(count, "sentence"), "expected": str(expected)}
    return COLUMNS_SENTENCE.finding(rows[0].start, rows[0].end, arguments)


def type_names(unit: SentenceUnit) -> frozenset[str]:
    """Return the types of a sentence's entities."""
    return frozenset(filter(None, (label_of(label).type for label in {*unit.labels()})))


def compare_with_key(unit: SentenceUnit, key: SentenceUnit, unknown: Collection[str]) -> tuple[Finding, ...]:
    """Return findings on the first token that differs, and on entities with types that do not occur in the
    key.
    """
    return (*other_token(unit, key), *_types(unit, unknown))


def other_token(unit: SentenceUnit, key: SentenceUnit) -> Iterator[Finding]:
    """Yield a finding on the first token that differs from the key's."""
    if unit.text == key.text:
        return
    mine, wanted = unit.tokens(), key.tokens()
    pairs = enumerate(zip_longest(mine, wanted))
    at, (token, other) = next((pair for pair in pairs if pair[1][0] != pair[1][1]), (0, ("", "")))
    if token == other:
        return
    if token is None or other is None:
        rows = unit.lines().rows
        row = rows[min(at, len(rows) - 1)]
        yield COLUMNS_SENTENCE_END.finding(
            row.start,
            row.end,
            {"tokens": quantity(len(mine), "token"), "expected": str(len(wanted))},
        )
        return
    cell, row = unit.lines().rows[at].token(unit.token), key.lines().rows[at]
    related = (Related(key, row.start, row.end, "the key's token"),)
    yield COLUMNS_TOKEN.finding(cell.start, cell.end, {"token": token, "wanted": other}, related=related)


def _types(unit: SentenceUnit, unknown: Collection[str]) -> Iterator[Finding]:
    if not unknown:
        return
    for entity in entities(unit.labels()):
        if entity.type in unknown:
            cell = unit.label_cell(entity.start)
            yield COLUMNS_TYPE.finding(cell.start, cell.end, {"type": entity.type})


LOOKED_AT = 200
"""The number of rows that are examined."""
SOUND = 0.8
"""The share of examined rows that must have a label; a column file may contain some malformed lines."""

_CHARACTERS = 20_000
_OTHER = re.compile(r"^#begin document|^# global\.Entity", re.M)


def task_by_content(first_part: str) -> str | None:
    """Return the task of a file in which most of the first lines have a token, a label and the same number
    of cells.
    """
    return TASK if _labelled(first_part) >= SOUND else None


def _labelled(first_part: str) -> float:
    """Return the share of the first lines with a label and the usual number of cells; 0 for other formats."""
    if _OTHER.search(first_part[:_CHARACTERS]):
        return 0
    rows = _first_rows(first_part)[:LOOKED_AT]
    width = Counter(len(row.cells) for row in rows).most_common(1)[0][0] if rows else 0
    form = _form_in(rows, LAST)
    sound = sum(len(row.cells) == width and is_label(row.cells[-1].text, form) for row in rows)
    return sound / len(rows) if width > 1 else 0


def in_one(task: str, text: str) -> str | None:
    """Return the key's scheme and `together` for a file that contains both key and response; otherwise None.

    Its lines have labels in the last two cells, and some type occurs in both columns, unlike chunk tags
    before entity tags.
    """
    rows = [row for row in _first_rows(text) if len(row.cells) > 2]
    form = _form_in(rows, LAST)
    if _labelled(text) < 1 or not rows or not all(is_label(row.cells[-2].text, form) for row in rows):
        return None
    read = ([label_of(read_label(row.cells[column].text, form)) for row in rows] for column in (-2, -1))
    types = [{label.type for label in labels} - {""} for labels in read]
    told = ColumnsLanguage(column=LAST - 1, form=form).of_text(text)
    if told.scheme is None or not types[0] & types[1]:
        return None
    return " ".join([told.scheme.value, TOGETHER, *_form_words(told), *_token_words(text)])


def scheme_of(task: str, text: str) -> str | None:
    """Return the scheme and form of a key's labels, detected from its beginning, and the token column from
    its header.

    The result is None if the key has neither entities nor a header.
    """
    told = ColumnsLanguage().of_text(text)
    return (
        " ".join([*([told.scheme.value] if told.scheme else []), *_form_words(told), *_token_words(text)])
        or None
    )


def _token_words(text: str) -> list[str]:
    """Return the setting for the token column, counted from 1, unless it is the first."""
    column = token_column(text)
    return [f"{TOKEN}{column + 1}"] if column else []


def _form_words(told: ColumnsLanguage) -> list[str]:
    """Return the setting for the label form unless it is the most common one."""
    return [f"{LABELS}{told.form.value}"] if told.form not in (None, LabelForm.PREFIX) else []


def _form_in(rows: Sequence[Row], column: int) -> LabelForm:
    """Return the form of the labels in a column, considering only forms with a letter, because any word
    could be a type.
    """
    cells = (row.cells[column].text for row in rows)
    return infer_form(cells, [form for form in LabelForm if form is not LabelForm.TYPE])


def _first_rows(first_part: str) -> Sequence[Row]:
    """Return the rows of a partial text, without a last row that may be incomplete."""
    rows = lines_of(first_part[:_CHARACTERS], numbered=token_column(first_part) > 0).rows
    return rows[:-1] if len(first_part) > _CHARACTERS else rows
