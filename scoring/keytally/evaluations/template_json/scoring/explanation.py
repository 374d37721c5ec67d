"""Why a template has its partner: what the pair is worth, and the best map in which it has another one."""

from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.template_json.model import Template
from keytally.evaluations.template_json.scoring.document import key_templates, response_templates
from keytally.evaluations.template_json.scoring.result import DocumentScore
from keytally.evaluations.template_json.scoring.templates import distinct
from keytally.measures.templates.best_map import Map, Pairs, best_map
from keytally.measures.templates.counts import Counts
from keytally.measures.templates.gtt import pairs_of, size_of


class Worth(NamedTuple):
    """A partner by its type and its number, and the counts of the pair."""

    number: int
    type: str | None
    counts: Counts


class Explained(NamedTuple):
    """The partner of a template, or None, and how many others have a type that fits.

    `f` is F of the document in percent. `next` is the partner in the best map that has not this pair, and
    `next_f` F of that; None where no other map is to be looked for.
    """

    own: Worth | None
    fitting: int
    f: float
    is_proved: bool
    next: Worth | None = None
    next_f: float | None = None


def explained(score: DocumentScore, side: Role, template: Template) -> Explained | None:
    """What is said of a template of one side; None for one that does not count."""
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
    """The templates of a document, and what each pair of them is worth."""

    def __init__(self, score: DocumentScore) -> None:
        self._key = key_templates(score.key) if score.key else ()
        self._response = response_templates(score.response)
        self._pairs: Pairs = pairs_of(self._key, self._response)
        self._sizes = sum(map(size_of, self._response)), sum(map(size_of, self._key))

    def fitting(self, side: Role, number: int) -> int:
        """The number of templates of the other side with which one can be a pair."""
        column = [row[number] for row in self._pairs] if side is Role.KEY else self._pairs[number]
        return sum(pair is not None for pair in column)

    def worth(self, side: Role, number: int, partner: int) -> Worth:
        row, column = (partner, number) if side is Role.KEY else (number, partner)
        mine, its = self._response[row], self._key[column]
        right, found = self._pairs[row][column] or (0, 0)
        counts = Counts(right, size_of(mine), found, size_of(its))
        return Worth(partner, (mine if side is Role.KEY else its).type, counts)

    def without(self, row: int, column: int) -> Map:
        """The best map that has not this pair."""
        pairs = [
            [None if (at, to) == (row, column) else pair for to, pair in enumerate(each)]
            for at, each in enumerate(self._pairs)
        ]
        return best_map(pairs, *self._sizes).partners

    def f(self, partners: Map) -> float:
        """F of the document under a map."""
        worths = [
            self._pairs[row][column] or (0, 0) for row, column in enumerate(partners) if column is not None
        ]
        right, found = (sum(each[at] for each in worths) for at in (0, 1))
        return Counts(right, self._sizes[0], found, self._sizes[1]).f


def _number(score: DocumentScore, side: Role, template: Template) -> int | None:
    """The number of a template among those that count."""
    unit = score.key if side is Role.KEY else score.response
    templates = (unit.record().templates or ()) if unit else ()
    counted = distinct(templates) if side is Role.KEY else templates
    return next((at for at, each in enumerate(counted) if each.start == template.start), None)


def _partner(partners: Map, side: Role, number: int) -> int | None:
    if side is Role.KEY:
        return partners.index(number) if number in partners else None
    return partners[number]
