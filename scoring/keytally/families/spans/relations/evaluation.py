"""The evaluation of the task `relations`: scores, marks, agreement and reports."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from keytally.families.contract import Evaluation, Figure, Level, Mark, Role
from keytally.families.span_report import counted_figures, short_counted_total, type_lines
from keytally.families.spans.evaluation import SpansEvaluation
from keytally.families.spans.one_text import on_one_text
from keytally.families.spans.options import SpansOptions
from keytally.families.spans.reading import SpansLanguage, SpansUnit
from keytally.families.spans.relations.options import TASK, RelationsOptions
from keytally.families.spans.relations.scoring import (
    ERRORS,
    Argument,
    CountedRelations,
    Link,
    Place,
    RelationCounts,
    RelationsScore,
    as_written,
    links_in,
    match,
)
from keytally.findings.finding import Finding
from keytally.measures.ratios import HeadlineCounts, HeadlineForm
from keytally.tallies.status import Status
from keytally.tallies.tally import PrecisionRecall
from keytally.text.rendering import printable

if TYPE_CHECKING:
    from keytally.families.annotations import Annotation, AnnotationEditor, DifferenceClassifier

# Modules that a score does not need are imported where they are used, so that a command starts sooner.
# ruff: noqa: PLC0415

Scored = RelationsScore | CountedRelations


class RelationsFold:
    """The running sum over documents (keytally.families.contract.Fold)."""

    def __init__(self) -> None:
        self._types: dict[str, PrecisionRecall] = {}
        self._errors = Counter[str]()

    def put(self, score: Scored) -> None:
        """Add a document."""
        for name, counts in score.counts.by_type.items():
            self._types[name] = self._types.get(name, PrecisionRecall()).plus(counts)
        self._errors.update(score.counts.errors)

    def drop(self, score: Scored) -> None:
        """Remove a document."""
        for name, counts in score.counts.by_type.items():
            self._types[name] = self._types[name].minus(counts)
        self._errors.subtract(score.counts.errors)

    def counts(self) -> RelationCounts:
        """Return the sum."""
        types = {name: counts for name, counts in sorted(self._types.items()) if any(counts)}
        return RelationCounts(types, dict(+self._errors))

    def headline(self) -> float:
        """Return F, in percent."""
        return self.counts().total.f

    def totals(self) -> dict[str, Any]:
        """Return precision, recall and F in percent with their counts, by type, and the errors by class."""
        return _totals(self.counts())


def _totals(counts: RelationCounts) -> dict[str, Any]:
    return {
        **counts.total.values(),
        "types": {name: counted.values() for name, counted in counts.by_type.items()},
        "errors": _errors(counts),
    }


def _errors(counts: RelationCounts) -> dict[str, int]:
    return {name.replace(" ", "_"): counts.errors.get(name, 0) for name in ERRORS}


class RelationsEvaluation(Evaluation):
    """The evaluation of relations between spans with the given options
    (keytally.families.contract.Evaluation).
    """

    task = TASK
    document_name = "document"
    headline_name = "F"
    headline_form = HeadlineForm()

    def __init__(self, options: RelationsOptions) -> None:
        self.options = options
        self._of_spans = SpansEvaluation(SpansOptions(options.alignment))

    @property
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        return self.options.signature

    def headline_counts(self, scores: Sequence[Scored]) -> HeadlineCounts:
        """Return the counts of a document for F."""
        counts = _total(scores)
        return HeadlineCounts(counts.correct, counts.gold, counts.correct, counts.proposed)

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """Return the counts, precision, recall and F."""
        return counted_figures(totals) if totals else []

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """Return a line such as `F 80.0 4 correct of 5 proposed, 5 gold`."""
        return short_counted_total(totals)

    def language(self, role: Role) -> SpansLanguage:
        """Return the language for files in that role, which is the language of the task `spans`."""
        return self._of_spans.language(role)

    def item_name(self, role: Role) -> str:
        """Return the name of the item that a file must contain."""
        return self._of_spans.item_name(role)

    def is_item(self, unit: SpansUnit, role: Role) -> bool:
        """Return whether a unit contains a document."""
        return self._of_spans.is_item(unit, role)

    requires_key_text = True

    def other_tokens(
        self, key: Sequence[SpansUnit], response: Sequence[SpansUnit]
    ) -> tuple[SpansUnit, Finding] | None:
        """Return the finding on the first place where the texts of the two sides differ, or None."""
        return self._of_spans.other_tokens(key, response)

    def resolved_offsets(
        self, key: Sequence[SpansUnit], response: Sequence[SpansUnit]
    ) -> tuple[SpansUnit, Finding] | None:
        """Return the note that offsets were resolved, or None if none were."""
        return self._of_spans.resolved_offsets(key, response)

    def text_of(self, units: Sequence[SpansUnit]) -> str | None:
        """Return the text of a document."""
        return self._of_spans.text_of(units)

    def score(
        self, document: str, key: Sequence[SpansUnit], response: Sequence[SpansUnit]
    ) -> Sequence[RelationsScore]:
        """Return the score of one document; it may be missing on one side."""
        texts = on_one_text(key, response)
        sides = links_in(texts.key, self.options), links_in(texts.response, self.options)
        return [RelationsScore(document, (key, response), sides, self.options.symmetric)]

    @property
    def can_be_apart(self) -> bool:
        """Return True, because the counts contain everything that is needed."""
        return True

    def apart(self, scores: Sequence[Scored]) -> Sequence[CountedRelations]:
        """Return the counts of a document without its units."""
        return [CountedRelations(score.document, score.counts) for score in scores]

    def fold(self) -> RelationsFold:
        """Return an empty sum."""
        return RelationsFold()

    def marks(self, score: RelationsScore, side: Role, unit: SpansUnit) -> Iterator[Mark]:
        """Yield the marks of a document's relations on the lines that declare them."""
        of_key = side is Role.KEY
        mine, others = (score.key, score.response) if of_key else (score.response, score.key)
        partners: dict[Link, Link] = {link: link for link in score.matching.correct}
        for pair in score.matching.pairs:
            partners.update({pair.key: pair.response} if of_key else {pair.response: pair.key})
        for link, places in mine.items():
            partner = partners.get(link)
            for place in places:
                if place[0] is unit:
                    its_place = None if partner is None else others[partner][0]
                    yield _mark(place, its_place, side, is_correct=partner == link)
        if not of_key and score.response_units and unit is score.response_units[-1]:
            end = len(unit.text.rstrip())
            for link in score.matching.missing:
                source, placed = score.key[link][0]
                subject = source.shown_relation(placed.relation)
                at = (source, placed.start, placed.end)
                yield Mark(unit, end, end, Status.MISSING, Level.RELATION, f"MIS {subject}", at, subject)

    @property
    def classifier(self) -> "DifferenceClassifier":
        """Return the object that classifies and fixes differences."""
        from keytally.families.annotations import DifferenceClassifier
        from keytally.families.spans.relations.differences import difference_counts, differences, repair

        return DifferenceClassifier(
            ERRORS,
            lambda scores: [difference for score in scores for difference in differences(score)],
            difference_counts,
            lambda key, response, differences: repair(key, response, differences, self.options),
        )

    @property
    def annotator(self) -> "AnnotationEditor":
        """Return the object that lists and writes relations."""
        from keytally.families.annotations import AnnotationEditor
        from keytally.families.spans.annotations import bare

        return AnnotationEditor(self._annotations, bare, self._counterparts)

    def _annotations(self, units: Sequence[SpansUnit]) -> "Sequence[Annotation]":
        """Return the relations of a document."""
        from keytally.families.annotations import Annotation

        found = [
            Annotation(
                unit,
                placed.start,
                placed.end,
                "relation",
                unit.shown_relation(placed.relation),
                _place(link),
                (link.type, link.head.type, link.tail.type),
            )
            for link, [(unit, placed), *_] in links_in(as_written(units), self.options).items()
        ]
        return sorted(found, key=lambda each: (each.place, each.value))

    def _counterparts(
        self, first: "Sequence[Annotation]", second: "Sequence[Annotation]"
    ) -> Sequence[tuple[int, int]]:
        """Return the pairs of relations from two files that are equal or differ in one property."""
        mine, theirs = ({_link(each): at for at, each in enumerate(side)} for side in (first, second))
        matching = match(mine, theirs, self.options.symmetric)
        pairs = [(link, link) for link in matching.correct]
        pairs += [(pair.key, pair.response) for pair in matching.pairs]
        return sorted((mine[one], theirs[other]) for one, other in pairs)

    def document_totals(self, scores: Sequence[Scored]) -> dict[str, Any]:
        """Return a document's entry in the JSON output."""
        return _total(scores).values() if scores else {}

    def report_json(self, scores: Sequence[Scored]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`."""
        counts = _sum(scores)
        return {
            "task": TASK,
            "signature": self.signature,
            "scores": counts.total.values(),
            "types": _totals(counts)["types"],
            "errors": _errors(counts),
            "items": {
                score.document: {**score.counts.total.values(), "errors": _errors(score.counts)}
                for score in scores
            },
        }

    def report_text(self, scores: Sequence[Scored], verbose: int) -> str:
        """Return the tables of types and errors; with `verbose`, a line for each document comes first."""
        counts = _sum(scores)
        items = [
            f"{printable(score.document)}: {self.in_short(score.counts.total.values())}" for score in scores
        ]
        width = max(map(len, ERRORS))
        errors = [f"{name:<{width}} {counts.errors.get(name, 0):>7}" for name in ERRORS]
        lines = [*type_lines(counts.by_type, counts.total), "", *errors, "", self.signature]
        return "".join(f"{line}\n" for line in ([*items, "", *lines] if verbose else lines))


def _sum(scores: Sequence[Scored]) -> RelationCounts:
    fold = RelationsFold()
    for score in scores:
        fold.put(score)
    return fold.counts()


def _total(scores: Sequence[Scored]) -> PrecisionRecall:
    return _sum(scores).total


def _mark(place: Place, partner: Place | None, side: Role, *, is_correct: bool) -> Mark:
    """Return the mark of a relation; the mark of an incorrect relation also shows its partner."""
    unit, placed = place
    subject, at = unit.shown_relation(placed.relation), None
    if partner is None:
        status = Status.MISSING if side is Role.KEY else Status.SPURIOUS
    else:
        status = Status.CORRECT if is_correct else Status.INCORRECT
        other, there = partner
        at = (other, there.start, there.end)
        if not is_correct:
            theirs = Role.RESPONSE if side is Role.KEY else Role.KEY
            subject += f" ({theirs.value}: {other.shown_relation(there.relation)})"
    label = f"{status.value.upper()} {subject}"
    return Mark(unit, placed.start, placed.end, status, Level.RELATION, label, at, subject)


def _place(link: Link) -> tuple[int, ...]:
    """Return, for each argument, the number of its extents followed by their offsets."""
    return tuple(
        number
        for argument in link[1:]
        for number in (len(argument.extents), *(place for extent in argument.extents for place in extent))
    )


def _link(annotation: "Annotation") -> Link:
    """Return the relation from which `annotations` created an annotation."""
    numbers = [int(each) for each in annotation.place]
    kind, *types = map(str, annotation.value)
    arguments = []
    for type_name in types:
        count, offsets = numbers[0], numbers[1:]
        extents = tuple(zip(offsets[: 2 * count : 2], offsets[1 : 2 * count : 2], strict=True))
        arguments.append(Argument(extents, type_name))
        numbers = offsets[2 * count :]
    return Link(kind, *arguments)
