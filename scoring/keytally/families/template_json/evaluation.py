"""The evaluations of template filling and role filling, the output of the programs, and F by part."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from keytally.families.annotations import AnnotationEditor, DifferenceClassifier
from keytally.families.contract import Evaluation, Figure, Mark, Role, SeparateRemarks, Settings
from keytally.families.template_json.differences import OF_ROLES as ROLE_CLASSES
from keytally.families.template_json.differences import OF_TEMPLATES as TEMPLATE_CLASSES
from keytally.families.template_json.differences import difference_counts, differences, repair
from keytally.families.template_json.marks import marks_of
from keytally.families.template_json.options import TemplateOptions, template_options, without_files
from keytally.families.template_json.reading import RecordUnit
from keytally.families.template_json.recognition import TEMPLATE_FILLING
from keytally.families.template_json.records import AS_LINES, EXTRACTS, TEMPLATES
from keytally.families.template_json.rules import TemplateLanguage, compare_with_key
from keytally.families.template_json.scoring import (
    OF_ROLES,
    OF_TEMPLATES,
    DocumentScore,
    KnownCounts,
    TemplateFold,
    roles_score,
    templates_score,
)
from keytally.findings.finding import Finding
from keytally.measures.ratios import HeadlineCounts, HeadlineForm
from keytally.measures.template_maps import (
    TOO_MANY,
    TYPE,
    BestMap,
    Counts,
    Measures,
    MeasureSums,
    RoleCounts,
    measure_tables,
    percents,
    sum_of_roles,
    totals_of,
)
from keytally.text.rendering import printable, quantity

ROLES = ("PerpInd", "PerpOrg", "Target", "Victim", "Weapon")
"""The MUC-4 roles that the programs support, in their order."""


def program_report(roles: RoleCounts, *, has_types: bool) -> str:
    """Return the output of GTT's program for all documents; without types, the output of GRIT's program."""
    shown: Mapping[str, Counts] = {name: roles.get(name, Counts()) for name in _names(roles, has_types)}
    lines = [line for name, counts in shown.items() for line in _block("=" * 17, name, counts, has_types)]
    everything = sum_of_roles(roles)
    lines += _block("*" * 17, "micro_avg", everything, has_types)
    ratios = (percent for counts in (*shown.values(), everything) for percent in percents(counts))
    lines.append(f"print: {' '.join(ratios)}")
    return "".join(f"{line}\n" for line in (*lines, *([""] if has_types else [])))


def _names(roles: RoleCounts, has_types: bool) -> list[str]:
    """Return the types (if there are any), the program's roles, and then other roles sorted by name."""
    others = sorted(name for name in roles if name not in ROLES and name != TYPE)
    return [*([TYPE] if has_types else []), *ROLES, *others]


def _block(frame: str, name: str, counts: Counts, has_types: bool) -> list[str]:
    precision, recall, f = percents(counts)
    lines = [f"{frame} {name} {frame}", f"P: {precision}%,  R: {recall}%, F1: {f}%"]
    return lines if has_types else [*lines, ""]


def f_by_part(scores: Sequence[DocumentScore], measure: str) -> dict[str, Any]:
    """Return tallies in the form that `keytally.tallies.tally` reads, with F in percent."""
    sums = MeasureSums([measure])
    sums.put_all({measure: score.roles(measure)} for score in scores)
    roles: RoleCounts = sums.measures()[measure]
    return {
        "totals": _tally(sum_of_roles(roles)),
        "documents": {score.document: _tally(sum_of_roles(score.roles(measure))) for score in scores},
        "slots": {role: _tally(counts) for role, counts in roles.items()},
    }


def _tally(counts: Counts) -> dict[str, Any]:
    return {"f": counts.f, "pos": counts.gold, "act": counts.proposed}


# Modules that a score does not need are imported on first use, so that commands start faster.
# ruff: noqa: PLC0415


MOST_REPAIRS, MOST_PAIRS = 500, 450_000
"""The numbers of repairs of one document that are tried, and of pairs of templates in them.

Each repair maps all templates of the document again.
"""

Grounds = tuple[int, Sequence[str]]
"""The number of records that begin a list, and a remark on each document whose map is not proven optimal."""


class TemplateEvaluation(Evaluation):
    """The evaluation of templates or roles with the given options (keytally.families.contract.Evaluation)."""

    document_name = "document"
    headline_name = "F"
    headline_form = HeadlineForm()
    task = ""

    def __init__(self, options: TemplateOptions) -> None:
        self.options = options
        self.task = options.task
        self._has_templates = options.task == TEMPLATE_FILLING
        self._measures = OF_TEMPLATES if self._has_templates else OF_ROLES

    @property
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        return self.options.signature

    def headline_counts(self, scores: Sequence[DocumentScore]) -> HeadlineCounts:
        """Return the counts that a document adds to the F of the first measure."""
        counts = self._headline(scores)
        return HeadlineCounts(float(counts.found), counts.gold, float(counts.correct), counts.proposed)

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """Return the counts, precision, recall and F of the first measure."""
        if not totals:
            return []
        values = totals[self._measures[0]]
        names = ("correct", "proposed", "found", "gold")
        counts = [Figure(name, str(count)) for name, count in zip(names, values["counts"], strict=True)]
        ratios = {"P": "precision", "R": "recall", "F": "f"}
        return [*counts, *(Figure(name, f"{values[value]:.1f}") for name, value in ratios.items())]

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """Return a line such as `F 80.0  4 of 5 proposed correct, 4 of 6 found`."""
        if not totals:
            return ""
        values = totals[self._measures[0]]
        correct, proposed, found, gold = values["counts"]
        return f"F {values['f']:.1f}  {correct} of {proposed} proposed correct, {found} of {gold} found"

    def language(self, role: Role) -> TemplateLanguage:
        """Return the language of files in that role."""
        content = TEMPLATES[0] if self._has_templates else EXTRACTS[0]
        return TemplateLanguage(role, content, self.options.schema)

    def item_name(self, role: Role) -> str:
        """Return the name of an item: a document's record."""
        return "document with a name"

    def is_item(self, unit: RecordUnit, role: Role) -> bool:
        """Return whether a unit is a document's record."""
        return unit.document is not None

    def score(
        self, document: str, key: Sequence[RecordUnit], response: Sequence[RecordUnit]
    ) -> Sequence[DocumentScore]:
        """Return the score of one document; empty if the key lacks it.

        If there are several records, the first one counts.
        """
        if not key:
            return []
        score = templates_score if self._has_templates else roles_score
        return [score(document, key[0], response[0] if response else None)]

    def names_in(self, unit: RecordUnit) -> frozenset[str]:
        """Return the roles and the types of a record."""
        return unit.names

    def compare_named(
        self, unit: RecordUnit, reference: RecordUnit | None, unknown: Collection[str]
    ) -> Sequence[Finding]:
        """Return findings on a document, roles and types that are not in the key, and on mentions that do
        not occur in the document's text.
        """
        return compare_with_key(unit, reference, () if self.options.schema else unknown)

    def document_title(self, units: Sequence[RecordUnit]) -> str:
        """Return the name of a document as written in the file."""
        return units[0].title or ""

    def remarks(self, scores: Sequence[DocumentScore], response: Iterable[RecordUnit]) -> Sequence[str]:
        """Return a line for each unread part of a response, and for each map that may not be optimal."""
        return _remarks([_grounds(scores, response)])

    @property
    def separate_remarks(self) -> SeparateRemarks:
        """Return the functions that compute remarks from parts of the documents."""
        return SeparateRemarks(_grounds, _remarks)

    @property
    def can_be_apart(self) -> bool:
        """Return True: counts without units suffice."""
        return True

    def apart(self, scores: Sequence[DocumentScore]) -> Sequence[DocumentScore]:
        """Return the counts of a document."""
        known: KnownCounts = {}
        return [score.apart(known) for score in scores]

    def without_files(self, settings: Settings) -> Settings:
        """Return settings that contain the text of the schema."""
        return without_files(settings, self.options)

    def fold(self) -> TemplateFold:
        """Return an empty sum."""
        return TemplateFold(self._measures)

    def marks(self, score: DocumentScore, side: Role, unit: RecordUnit) -> Iterator[Mark]:
        """Yield the marks of a document's templates and entities."""
        if unit is (score.key if side is Role.KEY else score.response):
            yield from marks_of(score, side)

    @property
    def classifier(self) -> DifferenceClassifier:
        """Return the object that classifies and fixes differences."""
        return DifferenceClassifier(
            TEMPLATE_CLASSES if self._has_templates else ROLE_CLASSES,
            lambda scores: [difference for score in scores for difference in differences(score)],
            difference_counts,
            lambda key, response, differences: repair(
                key[0], response[0], differences, templates=self._has_templates
            ),
            bound=_most_repairs if self._has_templates else None,
        )

    @property
    def annotator(self) -> AnnotationEditor:
        """Return the object that lists and writes templates and roles."""
        from keytally.families.template_json.annotations import (
            paired_roles,
            paired_templates,
            role_annotations,
            template_annotations,
        )

        said, paired = (
            (template_annotations, paired_templates)
            if self._has_templates
            else (role_annotations, paired_roles)
        )
        return AnnotationEditor(
            lambda units: said(units[0]) if units else [], lambda units: [""] * len(units), paired
        )

    def document_totals(self, scores: Sequence[DocumentScore]) -> dict[str, Any]:
        """Return a document's entry in the JSON output."""
        if not scores:
            return {}
        measures = scores[0].measures if len(scores) == 1 else self._sum(scores)
        return {measure: sum_of_roles(roles).values() for measure, roles in measures.items()}

    def report_json(self, scores: Sequence[DocumentScore]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`."""
        items = {score.document: self.document_totals([score]) for score in scores}
        totals = totals_of(self._sum(scores))
        return {"task": self.task, "signature": self.signature, "scores": totals, "items": items}

    def f_by_part(self, scores: Sequence[DocumentScore]) -> dict[str, Any]:
        """Return F for the first measure; roles are treated as slots."""
        return f_by_part(scores, self._measures[0])

    def report_text(self, scores: Sequence[DocumentScore], verbose: int) -> str:
        """Return the text that `keytally score` prints; in a program's mode, the output of that program."""
        measures = self._sum(scores)
        if self.options.is_program:
            return program_report(measures[self._measures[0]], has_types=self._has_templates)
        lines = (
            f"{printable(score.document)}: {self.in_short(self.document_totals([score]))}" for score in scores
        )
        items = "".join(f"{line}\n" for line in lines) if verbose else ""
        return f"{items}{measure_tables(measures)}{self.signature}\n"

    def _sum(self, scores: Iterable[DocumentScore]) -> Measures:
        sums = MeasureSums(self._measures)
        sums.put_all(score.measures for score in scores)
        return sums.measures()

    def _headline(self, scores: Iterable[DocumentScore]) -> Counts:
        sums = MeasureSums(self._measures[:1])
        sums.put_all({self._measures[0]: score.roles(self._measures[0])} for score in scores)
        return sums.first()


def _most_repairs(key: Sequence[RecordUnit], response: Sequence[RecordUnit]) -> int:
    """Return the number of repairs of a document that are tried."""
    numbers = [sum(len(unit.record().templates or ()) for unit in units) for units in (key, response)]
    return min(MOST_REPAIRS, MOST_PAIRS // max(1, numbers[0] * numbers[1]))


def _grounds(scores: Sequence[DocumentScore], response: Iterable[RecordUnit]) -> Grounds:
    """Return the number of unread lists, and remarks on documents whose map may not be optimal."""
    listed = sum(1 for unit in response if unit.document is None and unit.is_unread_list)
    unproved = ((score.document, score.chosen) for score in scores if score.chosen is not None)
    return listed, [_unproved(name, chosen) for name, chosen in unproved if not chosen.is_proved]


def _remarks(grounds: Sequence[Grounds]) -> Sequence[str]:
    """Return a remark on unread lists, and a remark on each document whose map may not be optimal."""
    listed = sum(each for each, _ in grounds)
    remarks = [_in_list(listed)] if listed else []
    return remarks + [remark for _, unproved in grounds for remark in unproved]


def _unproved(document: str, chosen: BestMap) -> str:
    """Return a remark with the bounds on a document's best map if the search was stopped."""
    found, bound = (100 * float(each) for each in (chosen.f, chosen.bound))
    known = (
        "no map has a higher F, but another map with the same F may come first"
        if chosen.bound == chosen.f
        else f"another map may have up to {bound:.4f}"
    )
    return (
        f"document {document}: the map of templates that is used for gtt has F {found:.4f}; {known}{TOO_MANY}"
    )


def _in_list(count: int) -> str:
    return f"{quantity(count, 'list')} of the response cannot be read{AS_LINES}"


def evaluation(task: str, settings: Settings) -> TemplateEvaluation:
    """Return a task under these settings. Raises SettingsError for unusable options."""
    return TemplateEvaluation(template_options(task, settings))
