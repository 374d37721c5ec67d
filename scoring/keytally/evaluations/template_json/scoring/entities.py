"""The verdict on each entity of a role, as marks show it."""

from collections.abc import Sequence
from typing import NamedTuple

from keytally.evaluations.template_json.scoring.ceaf_ree import partners, strict
from keytally.measures.templates.compared import Mentions
from keytally.measures.templates.gtt import fits
from keytally.tallies.status import Status

Entities = Sequence[Mentions]


class Verdict(NamedTuple):
    """The status of an entity, and the number of its partner on the other side."""

    status: Status
    partner: int | None = None


class RoleVerdicts(NamedTuple):
    """The verdicts on the entities of the key and of the response, in their order."""

    key: Sequence[Verdict]
    response: Sequence[Verdict]


def verdicts_in(key: Entities, response: Entities, *, one_to_one: bool) -> RoleVerdicts:
    """The verdicts in a role.

    An entity that fits is correct; with `one_to_one` it needs a partner of its own. Of the others those that
    share a mention are incorrect, each with one partner, in their order. The rest is missing or spurious.
    """
    right = partners(key, response, strict) if one_to_one else _fitting(key, response)
    ours = [Verdict(Status.SPURIOUS) if at is None else Verdict(Status.CORRECT, at) for at in right]
    theirs = [Verdict(Status.MISSING)] * len(key)
    for number in range(len(key)):
        if number in right:
            theirs[number] = Verdict(Status.CORRECT, right.index(number))
        elif not one_to_one:
            found = next((at for at, entity in enumerate(response) if fits(entity, key[number])), None)
            theirs[number] = Verdict(Status.MISSING) if found is None else Verdict(Status.CORRECT, found)
    for at, entity in enumerate(response):
        alike = next((each for each in _open(theirs) if set(entity) & set(key[each])), None)
        if ours[at].partner is None and alike is not None:
            ours[at] = Verdict(Status.INCORRECT, alike)
            theirs[alike] = Verdict(Status.INCORRECT, at)
    return RoleVerdicts(theirs, ours)


def _fitting(key: Entities, response: Entities) -> list[int | None]:
    """The first entity of the key that each of the response fits."""
    return [next((at for at, other in enumerate(key) if fits(entity, other)), None) for entity in response]


def _open(verdicts: Sequence[Verdict]) -> list[int]:
    return [at for at, verdict in enumerate(verdicts) if verdict.partner is None]
