"""Mentions as pairs of objects with slots, for the reports that show single fills.

They do not affect the score. Aligned mentions are correct, and so are their texts, since MIN replaces them. A
REF is a pointer (manual, "Map History Files"): it is correct if the two mentions that it leads to are aligned
with each other. An optional mention without a partner is `opt`.
"""

from collections.abc import Iterator, Mapping, Sequence

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml.chains import Chains
from keytally.evaluations.muc.formats.sgml.objects import objects
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.model.configuration import Configuration, SlotDefinition
from keytally.evaluations.muc.model.objects import Fill, MucObject, Slot
from keytally.evaluations.muc.scoring.coreference.score import CoreferenceScore
from keytally.evaluations.muc.scoring.result import (
    DocumentScore,
    FillPair,
    FillPlace,
    ObjectPair,
    SlotPair,
)
from keytally.evaluations.muc.scoring.strings import StringComparison
from keytally.tallies.status import Status
from keytally.tallies.tabulation import TOTAL, Row
from keytally.tallies.tally import Tally

_ONLY_ONE = FillPlace(0, 0)
_COUNTED = {Status.CORRECT: "cor", Status.PARTIAL: "par", Status.INCORRECT: "inc"} | {
    Status.MISSING: "mis",
    Status.SPURIOUS: "spu",
}


class MentionObjects:
    """Converts scores into object pairs under one configuration."""

    def __init__(self, configuration: Configuration, syntax: SgmlSyntax) -> None:
        self._configuration = configuration
        self._syntax = syntax
        self._strings = StringComparison(configuration)
        self._response_role = Role.KEY if configuration.scoring_method == "key2key" else Role.RESPONSE

    def document(self, score: CoreferenceScore) -> DocumentScore:
        """A document's mentions as object pairs by class: the key's in order, then spurious ones."""
        keys = self._objects(score.key.chains, Role.KEY)
        responses = self._objects(score.response.chains, self._response_role)
        classes: dict[str, list[ObjectPair]] = {each.name: [] for each in self._configuration.classes}
        for mention, obj in enumerate(keys):
            partner = score.key.partners[mention]
            pair = self._pair(score, mention, obj, None if partner is None else responses[partner])
            classes[obj.class_name].append(pair)
        for mention, obj in enumerate(responses):
            if score.response.partners[mention] is None:
                classes[obj.class_name].append(self._spurious(score, mention, obj))
        named = {name: pairs for name, pairs in classes.items() if pairs}
        return DocumentScore(score.document, named, _tabulation(named))

    def _objects(self, chains: Chains, role: Role) -> list[MucObject]:
        """A side's mentions as objects, with their IDs as identifiers."""
        if chains.unit is None:
            return []
        found = objects(chains.unit, self._syntax, role)
        return [
            obj.with_slots(chains.attributes[mention].identifier or obj.one_up, self._slots(obj))
            for mention, obj in enumerate(found)
        ]

    def _slots(self, obj: MucObject) -> Mapping[str, Slot]:
        """An object's slots, with the REF as a pointer as in a template."""
        slots = dict(obj.slots)
        reference = slots.get(self._syntax.reference)
        if reference is not None:
            [[fill]] = reference.alternatives
            pointer = f"<{obj.class_name.upper()}-{obj.document}-{fill.text}>"
            slots[self._syntax.reference] = Slot(((Fill(pointer, fill.start, fill.end),),))
        return slots

    def _pair(
        self, score: CoreferenceScore, mention: int, key: MucObject, response: MucObject | None
    ) -> ObjectPair:
        if response is None:
            status = score.status(mention, key_side=True)
            return ObjectPair(status, key, None, dict(self._unpaired_slots(key, status, key_side=True)))
        slots = {
            definition.name: self._slot_pair(definition, score, mention, key, response)
            for definition in self._filled(key, response)
        }
        return ObjectPair(Status.CORRECT, key, response, slots)

    def _spurious(self, score: CoreferenceScore, mention: int, obj: MucObject) -> ObjectPair:
        status = score.status(mention, key_side=False)
        return ObjectPair(status, None, obj, dict(self._unpaired_slots(obj, status, key_side=False)))

    def _filled(self, *sides: MucObject) -> Iterator[SlotDefinition]:
        """The definitions of the slots that either side fills."""
        for definition in self._configuration.slots_of(sides[0].class_name):
            if any(definition.name in side.slots for side in sides):
                yield definition

    def _unpaired_slots(
        self, obj: MucObject, status: Status, key_side: bool
    ) -> Iterator[tuple[str, SlotPair]]:
        for definition in self._filled(obj):
            verdict = status if definition.scored else Status.UNSCORED
            yield definition.name, _one_sided(verdict, key_side)

    def _slot_pair(
        self,
        definition: SlotDefinition,
        score: CoreferenceScore,
        mention: int,
        key: MucObject,
        response: MucObject,
    ) -> SlotPair:
        mine, other = key.slots.get(definition.name), response.slots.get(definition.name)
        if mine is None or other is None:
            status = Status.MISSING if other is None else Status.SPURIOUS
            return _one_sided(status if definition.scored else Status.UNSCORED, other is None)
        verdict = Status.UNSCORED
        if definition.scored:
            verdict = self._compared(definition, score, mention, (mine, other))
        return SlotPair(_tally(verdict), (FillPair(verdict, _ONLY_ONE, _ONLY_ONE),), 0, 0)

    def _compared(
        self, definition: SlotDefinition, score: CoreferenceScore, mention: int, slots: tuple[Slot, Slot]
    ) -> Status:
        """The verdict on two fills of aligned mentions."""
        if definition.name == self._syntax.reference:
            return _pointed(score, mention)
        if definition.name == self._syntax.text:
            return Status.CORRECT
        mine, other = (slot.alternatives[0][0].text for slot in slots)
        if definition.kind == "string":
            return self._strings.status(mine, other)
        return Status.CORRECT if mine.lower() == other.lower() else Status.INCORRECT


def _pointed(score: CoreferenceScore, mention: int) -> Status:
    """Whether the REFs of an aligned mention and its partner lead to aligned mentions."""
    partner = score.key.partners[mention]
    mine = score.key.chains.antecedent(mention)
    other = None if partner is None else score.response.chains.antecedent(partner)
    if mine is None or other is None:
        return Status.INCORRECT
    return Status.CORRECT if score.key.partners[mine] == other else Status.INCORRECT


def _one_sided(status: Status, key_side: bool) -> SlotPair:
    """A slot that one side fills."""
    place, nowhere = _ONLY_ONE, None
    fill = FillPair(status, place if key_side else nowhere, nowhere if key_side else place)
    return SlotPair(_tally(status), (fill,), 0 if key_side else None, None if key_side else 0)


def _tally(status: Status) -> Tally:
    """The counts of a single fill: unscored and optional ones are noncommittal."""
    return Tally(**{_COUNTED.get(status, "non"): 1})


def _tabulation(classes: Mapping[str, Sequence[ObjectPair]]) -> dict[Row, Tally]:
    """The counts of single fills by slot, and all of them."""
    sums: dict[Row, Tally] = {}
    for class_name, pairs in classes.items():
        for pair in pairs:
            for slot, compared in pair.slots.items():
                for row in (Row("slot", (class_name, slot)), TOTAL):
                    sums[row] = sums.get(row, Tally()).plus(compared.tally)
    return sums
