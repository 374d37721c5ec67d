"""Writes the key's entities into a sentence of the response, in place of those that differ."""

from collections.abc import Mapping, Sequence

from keytally.evaluations.annotated import Rewriting
from keytally.evaluations.classified import Difference
from keytally.evaluations.columns.differences.classes import Wrong
from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.columns.model import Entity, Scheme
from keytally.evaluations.columns.scoring.alignment import overlap
from keytally.evaluations.columns.scoring.entities import entities
from keytally.evaluations.columns.scoring.relabelling import relabelled

LACKS_SENTENCE = "the response lacks the sentence"
LACKS_TOKENS = "the response lacks its tokens"
CROSSES = "another entity of the response has some of its tokens"


def repair(response: SentenceUnit, differences: Sequence[Difference], scheme: Scheme | None) -> Rewriting:
    """The edits of a sentence that repair differences.

    Refused are those that would take other entities away, and all of a sentence that the response lacks.
    """
    if not any(each.response for each in differences):
        return Rewriting([], dict.fromkeys(range(len(differences)), LACKS_SENTENCE))
    wrong: list[Wrong] = [each.subject for each in differences]
    present, count = entities(response.labels()), len(response.labels())
    refused = {
        at: LACKS_TOKENS for at, each in enumerate(wrong) if any(entity.end > count for entity in each.key)
    }
    while crossing := _crossing(wrong, present, refused):
        refused.update(dict.fromkeys(crossing, CROSSES))
    edits = relabelled(response, _repaired(wrong, present, refused), scheme)
    if edits is None:
        return Rewriting([], dict.fromkeys(range(len(wrong)), LACKS_TOKENS))
    return Rewriting([(response, edit) for edit in edits], refused)


def _left(wrong: Sequence[Wrong], present: Sequence[Entity], refused: Mapping[int, str]) -> list[Entity]:
    """The entities of the response that stay."""
    gone = {entity for at, each in enumerate(wrong) if at not in refused for entity in each.response}
    return [each for each in present if each not in gone]


def _repaired(wrong: Sequence[Wrong], present: Sequence[Entity], refused: Mapping[int, str]) -> list[Entity]:
    put = [entity for at, each in enumerate(wrong) if at not in refused for entity in each.key]
    return sorted([*_left(wrong, present, refused), *put])


def _crossing(wrong: Sequence[Wrong], present: Sequence[Entity], refused: Mapping[int, str]) -> list[int]:
    """The differences whose entities in the key share a token with one that stays."""
    left = _left(wrong, present, refused)
    return [
        at
        for at, each in enumerate(wrong)
        if at not in refused and any(overlap(mine, other) for mine in each.key for other in left)
    ]
