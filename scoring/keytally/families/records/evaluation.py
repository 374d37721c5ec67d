"""The evaluation of the task `records`: scores, marks and reports."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from keytally.families.contract import ORDINAL, Figure, Mark, Role
from keytally.families.records.fields import Field
from keytally.families.records.options import TASK, RecordsOptions
from keytally.families.records.reading import Judge, RecordsLanguage, RecordUnit
from keytally.families.records.scoring import Comparison, RecordFold, RecordScore, summed, tally_values
from keytally.findings.finding import Finding
from keytally.measures.ratios import HeadlineCounts, HeadlineForm
from keytally.text.rendering import printable, quantity

if TYPE_CHECKING:
    from keytally.families.annotations import Annotation, Difference, Rewriting
    from keytally.families.presentation import Proposal


# Modules that a score does not need are imported where they are used: a command starts sooner.
# ruff: noqa: PLC0415

_MOST_SCHEMAS = 1000
"""The number of schemas of single documents whose fields are kept."""


class _Judge(Judge):
    """The rules on the content of records, which are imported when a finding is needed."""

    def __init__(self, evaluation: "RecordsEvaluation") -> None:
        self._evaluation = evaluation

    def findings_of(self, unit: RecordUnit) -> Iterable[Finding]:
        """Return the findings on the fields and values of a record."""
        from keytally.families.records.rules import findings_of

        return findings_of(unit, self._evaluation.field_of(unit, None))

    def proposal_of(self, unit: RecordUnit, mark: Mark) -> "Proposal | None":
        """Return a proposal of the key's content at a mark of a record."""
        from keytally.families.records.marks import proposal_of

        return proposal_of(unit, mark)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Judge) and self._evaluation.signature == other._evaluation.signature

    def __hash__(self) -> int:
        return hash(self._evaluation.signature)


class RecordsEvaluation:
    """Records under given options (keytally.families.contract.Evaluation)."""

    task = TASK
    document_name = "document"
    headline_name = "F"
    headline_form = HeadlineForm()
    response_has_own_form = False

    def __init__(self, options: RecordsOptions) -> None:
        self.options = options
        self._choices = options.choices()
        self._root = self._choices.root()
        self._roots: dict[str, Field] = {}
        self._judge = _Judge(self)

    @property
    def signature(self) -> str:
        """Return name, version, task and every option with a value other than its default."""
        return self.options.signature

    def headline_counts(self, scores: Sequence[RecordScore]) -> HeadlineCounts:
        """Return the counts of a document for F; a partial value counts half."""
        total = summed(scores).total()
        right = total.cor + total.par / 2
        return HeadlineCounts(right, total.pos, right, total.act)

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """Return the counts, recall, precision and F."""
        if not totals:
            return []
        counts = [Figure(name.upper(), str(totals[name])) for name in ("cor", "par", "inc", "mis", "spu")]
        ratios = {"R": "rec", "P": "pre", "F": "f"}
        return [*counts, *(Figure(name, f"{totals[value]:.1f}") for name, value in ratios.items())]

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """Return a line such as `F 80.0  4 correct, 1 incorrect of 5 possible, 6 actual`."""
        if not totals:
            return ""
        counts = {"cor": "correct", "par": "partial", "inc": "incorrect", "mis": "missing", "spu": "spurious"}
        shown = [f"{totals[name]} {word}" for name, word in counts.items() if totals[name] or name == "cor"]
        return f"F {totals['f']:.1f}  {', '.join(shown)}; {totals['pos']} possible, {totals['act']} actual"

    def language(self, role: Role) -> RecordsLanguage:
        """Return the language of files in that role."""
        options = self.options
        return RecordsLanguage(role, id_name=options.id_name, defined=options.defined, judge=self._judge)

    def item_name(self, role: Role) -> str:
        """Return the name of an item that a file must have."""
        return "record"

    def is_item(self, unit: RecordUnit, role: Role) -> bool:
        """Return whether a unit is a document's record."""
        return unit.document is not None

    def field_of(self, key: RecordUnit | None, response: RecordUnit | None) -> Field:
        """Return the field of whole records, under the schema of the document if it has its own."""
        unit = key or response
        named = self.options.schemas.get(unit.title) if unit is not None and unit.title else None
        carried = None if named is not None or key is None else key.schema()
        if carried is not None:
            name = json.dumps(carried, default=str, sort_keys=True)
        elif named is not None and unit is not None:
            name = f"\0{unit.title}"
        else:
            return self._root
        if name not in self._roots:
            if len(self._roots) >= _MOST_SCHEMAS:
                self._roots.clear()
            self._roots[name] = self._choices.root(named or carried)
        return self._roots[name]

    def comparison(
        self, key: RecordUnit | None, response: RecordUnit | None, *, placed: bool = False
    ) -> Comparison:
        """Return the comparison of two records; if `placed`, its leaves have their places in the units."""
        sides = [
            None if unit is None else unit.record_node() if placed else unit.record()
            for unit in (key, response)
        ]
        field = self.field_of(key, response)
        return Comparison(self._choices, field, *sides, null_counts=self.options.null_counts)

    def compare_values(self, key: Any, response: Any) -> Comparison:
        """Return the comparison of two records that are plain values."""
        return Comparison(self._choices, self._root, key, response, null_counts=self.options.null_counts)

    def score(
        self, document: str, key: Sequence[RecordUnit], response: Sequence[RecordUnit]
    ) -> Sequence[RecordScore]:
        """Return the score of one document; of several records the first counts."""
        mine, its = (units[0] if units else None for units in (key, response))
        compared = self.comparison(mine, its)
        return [RecordScore(document, mine, its, compared.counts(), compared.aside)]

    def agrees(self, scores: Sequence[RecordScore]) -> bool:
        """Return whether a document has no difference (keytally.families.contract.DetectsAgreement)."""
        return all(score.counts.correct_documents for score in scores)

    def document_title(self, units: Sequence[RecordUnit]) -> str:
        """Return the name of a document as the file writes it, or its number's place."""
        return units[0].title or ""

    def remarks(self, scores: Sequence[RecordScore], response: Iterable[RecordUnit]) -> Sequence[str]:
        """Return a line on documents without ids, on fields set aside, and on metrics without counterpart."""
        found = []
        if any(unit.document == ORDINAL for unit in response):
            found.append("the records have no id in common; they are paired by their order in the files")
        aside: dict[str, int] = {}
        for score in scores:
            for path in score.aside:
                aside[path] = aside.get(path, 0) + 1
        if aside:
            first = next(iter(sorted(aside)))
            more = f" and {quantity(len(aside) - 1, 'other field')}" if len(aside) > 1 else ""
            found.append(f"not compared, because it describes other fields of the response: {first}{more}")
        return found + [f"{path}: {note}" for path, note in sorted(self._choices.notes.items())]

    def fold(self) -> RecordFold:
        """Return a sum over no documents."""
        return RecordFold()

    def marks(self, score: RecordScore, side: Role, unit: RecordUnit) -> Iterator[Mark]:
        """Yield the marks of a document's leaves and items in one unit."""
        from keytally.families.records.marks import marks_of

        if unit is (score.key if side is Role.KEY else score.response):
            yield from marks_of(self.comparison(score.key, score.response, placed=True), score, side)

    @property
    def difference_classes(self) -> Sequence[str]:
        """Return the classes of differences (keytally.families.annotations.ClassifiesDifferences)."""
        from keytally.families.records.differences import CLASSES

        return CLASSES

    def differences(self, scores: Sequence[RecordScore]) -> "Sequence[Difference]":
        """Return the differences of a document."""
        from keytally.families.records.differences import differences

        return [
            difference
            for score in scores
            for difference in differences(self.comparison(score.key, score.response, placed=True), score)
        ]

    def difference_counts(self, scores: Sequence[RecordScore]) -> Mapping[str, int]:
        """Return the numbers of leaves that are not correct, without zeros."""
        total = summed(scores).total()
        counts = {"par": total.par, "inc": total.inc, "mis": total.mis, "spu": total.spu}
        return {name: count for name, count in counts.items() if count}

    def repair(
        self, key: Sequence[RecordUnit], response: Sequence[RecordUnit], differences: "Sequence[Difference]"
    ) -> "Rewriting":
        """Return the edits of a document that repair differences."""
        from keytally.families.records.differences import repair

        return repair(response, differences)

    def bare(self, units: Sequence[RecordUnit]) -> Sequence[str]:
        """Return no text: records do not contain it (keytally.families.annotations.ListsAnnotations)."""
        return [""] * len(units)

    def annotations(self, units: Sequence[RecordUnit]) -> "Sequence[Annotation]":
        """Return the leaves of a document; of several records the first counts."""
        from keytally.families.records.annotations import leaf_annotations

        return leaf_annotations(units[0], self.comparison(units[0], None, placed=True)) if units else []

    def counterparts(
        self, first: "Sequence[Annotation]", second: "Sequence[Annotation]"
    ) -> Sequence[tuple[int, int]]:
        """Return the pairs of leaves of two files that the scorer aligns."""
        from keytally.families.records.annotations import aligned_leaves

        if not first or not second:
            return []
        one, other = first[0].unit, second[0].unit
        there, back = (self.comparison(*pair, placed=True) for pair in ((one, other), (other, one)))
        return aligned_leaves(first, second, there, back)

    def document_totals(self, scores: Sequence[RecordScore]) -> dict[str, Any]:
        """Return a document's entry in the JSON output."""
        return tally_values(summed(scores).total()) if scores else {}

    def report_json(self, scores: Sequence[RecordScore]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`."""
        counts = summed(scores)
        return {
            "task": self.task,
            "signature": self.signature,
            "totals": tally_values(counts.total()),
            "fields": {path: tally_values(tally) for path, tally in counts.tallies().items()},
            "lists": {path: items._asdict() for path, items in counts.items().items()},
            "documents": {score.document: tally_values(score.total) for score in scores},
            "correct_documents": counts.correct_documents,
        }

    def report_text(self, scores: Sequence[RecordScore], verbose: int) -> str:
        """Return the text that `keytally score` prints; with `verbose` all documents leaf by leaf first."""
        from keytally.families.records.reports import side_by_side, text_report

        report = text_report(summed(scores), len(scores), self.signature)
        if not verbose:
            return report
        lines = []
        for score in scores:
            lines.append(f"{printable(score.document)}: {self.in_short(self.document_totals([score]))}")
            lines += side_by_side(self.comparison(score.key, score.response))
        return "".join(f"{line}\n" for line in [*lines, ""]) + report

    def report_files(
        self, scores: Sequence[RecordScore], key: Iterable[RecordUnit], response: Iterable[RecordUnit]
    ) -> Mapping[str, str]:
        """Return no files: no option requests report files."""
        return {}
