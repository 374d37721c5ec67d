"""Scores of the templates or roles of a document, verdicts and explanations, and sums."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from keytally.families.contract import Role
from keytally.families.template_json.fast_records import (
    comparable_sound_template,
    comparable_template,
    distinct,
    distinct_sound,
    roles_of,
    roles_of_sound,
)
from keytally.families.template_json.reading import RecordUnit
from keytally.families.template_json.records import Template
from keytally.measures.assignment import assigned_worth, best_assignment
from keytally.measures.template_maps import (
    BestMap,
    ComparedTemplate,
    Counts,
    Map,
    Measures,
    MeasureSums,
    Mentions,
    Number,
    RoleCounts,
    Roles,
    best_map,
    totals_of,
)
from keytally.measures.template_measures import (
    GTT,
    MEASURES,
    fits_entity,
    fitting_pairs,
    measure_templates,
    size_of,
)
from keytally.tallies.status import Status


class DocumentScore:
    """A compared document: its counts, the map of its templates, and its units; one of the units may be None.

    `measures` contains the measures that are already counted; `count_others` counts the others on first use.
    """

    __slots__ = ("_count_others", "_measures", "chosen", "document", "key", "response")

    def __init__(
        self,
        document: str,
        units: tuple[RecordUnit | None, RecordUnit | None],
        measures: Measures,
        chosen: BestMap | None = None,
        count_others: Callable[[], Measures] | None = None,
    ) -> None:
        self.document = document
        self.key, self.response = units
        self._measures = measures
        self._count_others = count_others
        self.chosen = chosen

    @property
    def measures(self) -> Measures:
        """Return the counts of all measures."""
        if self._count_others is not None:
            self._measures = {**self._measures, **self._count_others()}
            self._count_others = None
        return self._measures

    def roles(self, measure: str) -> RoleCounts:
        """Return the counts of a measure by role."""
        return self._measures[measure] if measure in self._measures else self.measures[measure]

    def apart(self, known: "KnownCounts") -> "DocumentScore":
        """Return the score without its units and map; for pickling, equal counts are shared through
        `known`.
        """
        measures = {
            measure: {role: _shared(counts, known) for role, counts in roles.items()}
            for measure, roles in self.measures.items()
        }
        return DocumentScore(self.document, (None, None), measures)


KnownCounts = dict[tuple[Counts, type, type], Counts]
"""Counts by their values and number types, because 1 and Fraction(1) are equal but are printed
differently.
"""


def _shared(counts: Counts, known: KnownCounts) -> Counts:
    return known.setdefault((counts, type(counts.correct), type(counts.found)), counts)


class TemplateFold:
    """The running sum over documents (keytally.families.contract.Fold)."""

    def __init__(self, measures: tuple[str, ...]) -> None:
        self._sums = MeasureSums(measures)

    def put(self, score: DocumentScore) -> None:
        """Add a document."""
        self._sums.put(score.measures)

    def drop(self, score: DocumentScore) -> None:
        """Remove a document."""
        self._sums.drop(score.measures)

    def measures(self) -> Measures:
        """Return the sums by role, sorted by name; roles without entities on either side are omitted."""
        return self._sums.measures()

    def headline(self) -> float:
        """Return F of the first measure, in percent."""
        return self._sums.first().f

    def totals(self) -> dict[str, Any]:
        """Return `totals` of the JSON output."""
        return totals_of(self.measures())


Similarity = Callable[[Mentions, Mentions], Number]


def strict(key: Mentions, response: Mentions) -> Number:
    """Return 1 if all mentions of the response's entity belong to the key's entity, otherwise 0."""
    return int(fits_entity(response, key))


def proportional(key: Mentions, response: Mentions) -> Number:
    """Return the share of the response's mentions that the key's entity contains."""
    return Fraction(sum(mention in response for mention in key), len(response))


def ree_counts(key: Roles, response: Roles, similarity: Similarity) -> RoleCounts:
    """Return the counts of each role under its best one-to-one alignment of entities."""
    return {
        role: _aligned(key.get(role, ()), response.get(role, ()), similarity) for role in {**key, **response}
    }


def partners(
    key: Sequence[Mentions], response: Sequence[Mentions], similarity: Similarity
) -> list[int | None]:
    """Return the key entity paired with each response entity, or None; pairs must have a similarity above
    zero.
    """
    worths = _worths(key, response, similarity)
    found = best_assignment(worths)
    return [column if column in row else None for row, column in zip(worths, found, strict=True)]


def _aligned(key: Sequence[Mentions], response: Sequence[Mentions], similarity: Similarity) -> Counts:
    worths = _worths(key, response, similarity)
    worth = assigned_worth(worths, best_assignment(worths))
    return Counts(worth, len(response), worth, len(key))


def _worths(
    key: Sequence[Mentions], response: Sequence[Mentions], similarity: Similarity
) -> list[dict[int, Number]]:
    return [
        {number: worth for number, other in enumerate(key) if (worth := similarity(other, entity))}
        for entity in response
    ]


STRICT, PROPORTIONAL = "ceaf_ree_strict", "ceaf_ree_prop"
OF_TEMPLATES = MEASURES
OF_ROLES = (STRICT, PROPORTIONAL)


def templates_score(document: str, key: RecordUnit, response: RecordUnit | None) -> DocumentScore:
    """Return the score of a document's templates; equal templates of the key count once."""
    sides = key_templates(key), response_templates(response)
    measures, chosen = measure_templates(*sides, names=(GTT,))
    others = [name for name in OF_TEMPLATES if name != GTT]
    return DocumentScore(
        document, (key, response), measures, chosen, lambda: measure_templates(*sides, names=others)[0]
    )


def roles_score(document: str, key: RecordUnit, response: RecordUnit | None) -> DocumentScore:
    """Return the score of a document's roles."""
    gold, found = map(document_roles, (key, response))
    return DocumentScore(
        document,
        (key, response),
        {STRICT: ree_counts(gold, found, strict)},
        count_others=lambda: {PROPORTIONAL: ree_counts(gold, found, proportional)},
    )


def key_templates(unit: RecordUnit) -> Sequence[ComparedTemplate]:
    """Return the templates of a key's record that count."""
    sound = unit.sound()
    if sound is not None:
        return [comparable_sound_template(template) for template in distinct_sound(sound.templates or ())]
    return [comparable_template(template) for template in distinct(unit.record().templates or ())]


def response_templates(unit: RecordUnit | None) -> Sequence[ComparedTemplate]:
    """Return the templates of a response's record."""
    if unit is None:
        return []
    sound = unit.sound()
    if sound is not None:
        return [comparable_sound_template(template) for template in sound.templates or ()]
    return [comparable_template(template) for template in unit.record().templates or ()]


def document_roles(unit: RecordUnit | None) -> Roles:
    """Return the roles of a document without templates."""
    if unit is None:
        return {}
    sound = unit.sound()
    return roles_of(unit.record().extracts) if sound is None else roles_of_sound(sound.extracts or {})


def paired_templates(score: DocumentScore) -> Iterator[tuple[Template | None, Template | None]]:
    """Yield each pair of a key template and a response template, then the unpaired key templates.

    Unpaired response templates are yielded in response order. Roles without templates form one pair.
    """
    records = [unit.record() if unit else None for unit in (score.key, score.response)]
    if score.chosen is None:
        key, response = (record.extracts if record else None for record in records)
        yield key, response
        return
    gold, found = ((record.templates or ()) if record else () for record in records)
    gold = distinct(gold)
    for template, number in zip(found, score.chosen.partners, strict=True):
        yield (None if number is None else gold[number]), template
    yield from ((each, None) for at, each in enumerate(gold) if at not in score.chosen.partners)


Entities = Sequence[Mentions]


class Verdict(NamedTuple):
    """The status of an entity, and the number of its partner on the other side."""

    status: Status
    partner: int | None = None


class RoleVerdicts(NamedTuple):
    """The verdicts on the entities of the key and of the response, in order."""

    key: Sequence[Verdict]
    response: Sequence[Verdict]


def verdicts_in(key: Entities, response: Entities, *, one_to_one: bool) -> RoleVerdicts:
    """Return the verdicts in a role.

    An entity that fits is correct; with `one_to_one`, it needs its own partner. Among the other entities,
    those that share a mention are incorrect, each with one partner, in order. The remaining entities are
    missing or spurious.
    """
    right = partners(key, response, strict) if one_to_one else _fitting(key, response)
    ours = [Verdict(Status.SPURIOUS) if at is None else Verdict(Status.CORRECT, at) for at in right]
    theirs = [Verdict(Status.MISSING)] * len(key)
    for number in range(len(key)):
        if number in right:
            theirs[number] = Verdict(Status.CORRECT, right.index(number))
        elif not one_to_one:
            found = next((at for at, entity in enumerate(response) if fits_entity(entity, key[number])), None)
            theirs[number] = Verdict(Status.MISSING) if found is None else Verdict(Status.CORRECT, found)
    for at, entity in enumerate(response):
        alike = next((each for each in _open(theirs) if set(entity) & set(key[each])), None)
        if ours[at].partner is None and alike is not None:
            ours[at] = Verdict(Status.INCORRECT, alike)
            theirs[alike] = Verdict(Status.INCORRECT, at)
    return RoleVerdicts(theirs, ours)


def _fitting(key: Entities, response: Entities) -> list[int | None]:
    """Return, for each response entity, the first key entity that it fits."""
    return [
        next((at for at, other in enumerate(key) if fits_entity(entity, other)), None) for entity in response
    ]


def _open(verdicts: Sequence[Verdict]) -> list[int]:
    return [at for at, verdict in enumerate(verdicts) if verdict.partner is None]


class Worth(NamedTuple):
    """A partner with its type and number, and the counts of the pair."""

    number: int
    type: str | None
    counts: Counts


class Explained(NamedTuple):
    """The partner of a template (or None), and the number of templates on the other side with which it can be
    paired.

    `f` is the document's F in percent. `next` is the partner in the best map without this pair, and `next_f`
    is the F of that map; both are None if no other map is searched.
    """

    own: Worth | None
    fitting: int
    f: float
    is_proved: bool
    next: Worth | None = None
    next_f: float | None = None


def explained(score: DocumentScore, side: Role, template: Template) -> Explained | None:
    """Return the explanation of a template on one side; None for a template that does not count."""
    number = _number(score, side, template)
    if number is None or score.chosen is None or score.key is None:
        return None
    problem = _Problem(score)
    partners = score.chosen.partners
    fitting = problem.fitting(side, number)
    f = problem.f(partners)
    partner = _partner(partners, side, number)
    if partner is None:
        return Explained(None, fitting, f, score.chosen.is_proved)
    own = problem.worth(side, number, partner)
    other = problem.without(*((partner, number) if side is Role.KEY else (number, partner)))
    following = _partner(other, side, number)
    worth = None if following is None else problem.worth(side, number, following)
    return Explained(own, fitting, f, score.chosen.is_proved, worth, problem.f(other))


class _Problem:
    """The templates of a document, and the counts of each possible pair."""

    def __init__(self, score: DocumentScore) -> None:
        self._key = key_templates(score.key) if score.key else ()
        self._response = response_templates(score.response)
        self._pairs = fitting_pairs(self._key, self._response)
        self._sizes = sum(map(size_of, self._response)), sum(map(size_of, self._key))

    def fitting(self, side: Role, number: int) -> int:
        """Return the number of templates on the other side with which a template can be paired."""
        if side is Role.RESPONSE:
            return len(self._pairs.columns_of(number))
        return sum(self._pairs.pair(row, number) is not None for row in range(len(self._response)))

    def worth(self, side: Role, number: int, partner: int) -> Worth:
        row, column = (partner, number) if side is Role.KEY else (number, partner)
        mine, its = self._response[row], self._key[column]
        right, found = self._pairs.pair(row, column) or (0, 0)
        counts = Counts(right, size_of(mine), found, size_of(its))
        return Worth(partner, (mine if side is Role.KEY else its).type, counts)

    def without(self, row: int, column: int) -> Map:
        """Return the best map that does not contain this pair."""
        return best_map(self._pairs.without(row, column), *self._sizes).partners

    def f(self, partners: Map) -> float:
        """Return the document's F under a map."""
        right, found = self._pairs.total(partners)
        return Counts(right, self._sizes[0], found, self._sizes[1]).f


def _number(score: DocumentScore, side: Role, template: Template) -> int | None:
    """Return the number of a template among the templates that count; None if it does not count."""
    unit = score.key if side is Role.KEY else score.response
    templates = (unit.record().templates or ()) if unit else ()
    counted = distinct(templates) if side is Role.KEY else templates
    return next((at for at, each in enumerate(counted) if each.start == template.start), None)


def _partner(partners: Map, side: Role, number: int) -> int | None:
    if side is Role.KEY:
        return partners.index(number) if number in partners else None
    return partners[number]
