"""The class of each difference between the templates or the roles of a key and a response.

A template that one side lacks is one difference. An entity of paired templates is misplaced where one that
shares a mention with it is lacking in another role or another template; else it is too long or too short,
there twice, or simply missing or spurious. The classes are those of Das et al. 2022, "Automatic error
analysis for document-level information extraction", and `wrong mention` for an entity with further mentions.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from keytally.evaluations.template_json.model import Entity, Template
from keytally.evaluations.template_json.scoring.entities import verdicts_in
from keytally.evaluations.template_json.scoring.paired import paired_templates
from keytally.evaluations.template_json.scoring.result import DocumentScore
from keytally.evaluations.template_json.scoring.templates import roles_of
from keytally.measures.templates.compared import Mentions
from keytally.tallies.status import Status

WRONG_MENTION = "wrong mention"
SPAN = "span"
DUPLICATE = "duplicate fill"
WRONG_ROLE = "wrong role"
WRONG_TEMPLATE = "wrong template"
WRONG_TEMPLATE_AND_ROLE = "wrong template and role"
MISSING_FILL = "missing fill"
SPURIOUS_FILL = "spurious fill"
MISSING_TEMPLATE = "missing template"
SPURIOUS_TEMPLATE = "spurious template"

OF_ROLES = (WRONG_MENTION, SPAN, DUPLICATE, WRONG_ROLE, MISSING_FILL, SPURIOUS_FILL)
OF_TEMPLATES = (
    *(WRONG_MENTION, SPAN, DUPLICATE, WRONG_ROLE, WRONG_TEMPLATE, WRONG_TEMPLATE_AND_ROLE),
    *(MISSING_FILL, SPURIOUS_FILL, MISSING_TEMPLATE, SPURIOUS_TEMPLATE),
)

MOST_SPANS = 64
"""The number of entities of a role among which longer and shorter mentions are looked for."""

Pair = tuple[Template | None, Template | None]


@dataclass(frozen=True, slots=True, eq=False)
class Fill:
    """An entity of one side: its pair of templates and the number of that, its role, its normal mentions."""

    number: int
    pair: Pair
    role: str
    entity: Entity
    mentions: Mentions


class Wrong(NamedTuple):
    """A difference: its class, and what each side has there, an entity or a whole template."""

    name: str
    key: Fill | Template | None
    response: Fill | Template | None


def classed(score: DocumentScore) -> Iterator[Wrong]:
    """Every difference of a document in one class: templates, wrong mentions, then other entities."""
    sides = _Sides()
    for number, pair in enumerate(paired_templates(score)):
        key, response = pair
        if score.chosen is not None and (key is None or response is None):
            yield Wrong(MISSING_TEMPLATE if response is None else SPURIOUS_TEMPLATE, key, response)
        else:
            yield from sides.put(number, pair, one_to_one=score.chosen is None)
    yield from sides.classed()


class _Sides:
    """The entities that one side lacks, of all pairs of a document."""

    def __init__(self) -> None:
        self._missing: dict[Fill, None] = {}
        self._spurious: list[Fill] = []
        self._taken: dict[tuple[int, str], set[str]] = {}

    def put(self, number: int, pair: Pair, *, one_to_one: bool) -> Iterator[Wrong]:
        """Take a pair in; its entities with a wrong mention are told at once."""
        key, response = map(roles_of, pair)
        for role in dict.fromkeys((*response, *key)):
            sides = [_fills(number, pair, side, role) for side in (0, 1)]
            judged = verdicts_in(key.get(role, ()), response.get(role, ()), one_to_one=one_to_one)
            for fill, verdict in zip(sides[1], judged.response, strict=True):
                if verdict.status is Status.INCORRECT and verdict.partner is not None:
                    yield Wrong(WRONG_MENTION, sides[0][verdict.partner], fill)
                elif verdict.status is Status.SPURIOUS:
                    self._spurious.append(fill)
            lacking = [verdict.status is Status.MISSING for verdict in judged.key]
            self._missing |= {fill: None for fill, lacks in zip(sides[0], lacking, strict=True) if lacks}
            taken = (fill.mentions for fill, lacks in zip(sides[0], lacking, strict=True) if not lacks)
            self._taken[number, role] = {mention for each in taken for mention in each}

    def classed(self) -> Iterator[Wrong]:
        """The class of each of the entities."""
        yield from self._paired(SPAN, self._longer_or_shorter())
        twice = [fill for fill in self._spurious if self._taken[fill.number, fill.role] & {*fill.mentions}]
        self._spurious = [fill for fill in self._spurious if fill not in twice]
        yield from (Wrong(DUPLICATE, None, fill) for fill in twice)
        same = _Same(self._missing)
        yield from self._paired(WRONG_ROLE, lambda mine: same.of(mine, lambda its: its.number == mine.number))
        yield from self._paired(WRONG_TEMPLATE, lambda mine: same.of(mine, lambda its: its.role == mine.role))
        yield from self._paired(WRONG_TEMPLATE_AND_ROLE, lambda mine: same.of(mine, lambda its: True))
        yield from (Wrong(SPURIOUS_FILL, None, fill) for fill in self._spurious)
        yield from (Wrong(MISSING_FILL, fill, None) for fill in self._missing)

    def _paired(self, name: str, candidates: Callable[[Fill], Iterable[Fill]]) -> Iterator[Wrong]:
        """Those of the response that find one that is missing."""
        rest = list[Fill]()
        for mine in self._spurious:
            found = next((its for its in candidates(mine) if its in self._missing), None)
            if found is None:
                rest.append(mine)
            else:
                del self._missing[found]
                yield Wrong(name, found, mine)
        self._spurious = rest

    def _longer_or_shorter(self) -> Callable[[Fill], Iterable[Fill]]:
        of_role = defaultdict[tuple[int, str], list[Fill]](list)
        for fill in self._missing:
            of_role[fill.number, fill.role].append(fill)

        def candidates(mine: Fill) -> Iterator[Fill]:
            others = of_role[mine.number, mine.role][:MOST_SPANS]
            return (its for its in others if _is_part(mine.mentions, its.mentions))

        return candidates


class _Same:
    """Finds missing entities by their mentions."""

    def __init__(self, fills: Iterable[Fill]) -> None:
        self._by_mention = defaultdict[str, list[Fill]](list)
        for fill in fills:
            for mention in dict.fromkeys(fill.mentions):
                self._by_mention[mention].append(fill)

    def of(self, mine: Fill, fits: Callable[[Fill], bool]) -> Iterator[Fill]:
        """Those that share a mention with an entity and fit."""
        return (its for mention in mine.mentions for its in self._by_mention.get(mention, ()) if fits(its))


def _fills(number: int, pair: Pair, side: int, name: str) -> Sequence[Fill]:
    template = pair[side]
    role = template.role(name) if template else None
    entities = role.entities if role else ()
    mentions = roles_of(template).get(name, ())
    return [Fill(number, pair, name, *each) for each in zip(entities, mentions, strict=True)]


def _is_part(mine: Mentions, its: Mentions) -> bool:
    """Whether a mention of one is a part of one of the other, in whole words."""
    return any(
        one and other and (f" {one} " in f" {other} " or f" {other} " in f" {one} ")
        for one in mine
        for other in its
    )
