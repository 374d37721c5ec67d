"""The template tasks scored by the book: every pair of objects is compared, nothing is remembered.

An independent reading of the rules, to hold the scoring against: of the code it shares only the model and
the configuration. Rows are counted as (COR, PAR, INC, MIS, SPU, NON).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from keytally.families.muc.model import Configuration, MucObject, Slot, SlotDefinition

COR, PAR, INC, MIS, SPU, NON = range(6)
Counts = Counter[tuple[tuple[str, ...], int]]
Fills = list[list[str]]


class Outcome(NamedTuple):
    """What slots come to: counts by slot, F and the weighted sum."""

    slots: dict[str, list[int]]
    f: Fraction
    weighted: Fraction


class NaiveTemplates:
    """Scores documents under one configuration, one at a time."""

    def __init__(self, configuration: Configuration) -> None:
        self.c = configuration
        self.task = configuration.scoring_task
        self.both_keys = configuration.scoring_method == "key2key"
        self.symmetric = self.both_keys and configuration.key2key_symmetric

    def rows(
        self, key: Sequence[MucObject], response: Sequence[MucObject]
    ) -> dict[tuple[str, ...], list[int]]:
        self.start(key, response)
        rows: dict[tuple[str, ...], list[int]] = {}

        def count(row: tuple[str, ...], counts: Sequence[int]) -> None:
            held = rows.setdefault(row, [0] * 6)
            held[:] = [a + b for a, b in zip(held, counts, strict=True)]

        for definition in self.c.classes:
            for one, two, slots in self.class_pairs(definition.name):
                outcome = NON
                if definition.scored:
                    outcome = self.object_outcome(one, two)
                count(("object", definition.name), [int(place == outcome) for place in range(6)])
                for name, counts in slots.items():
                    count(("slot", definition.name, name), counts)
                    count(("total",), counts)
        if self.task == "scenario_template":
            agree = self.relevant(key) == self.relevant(response)
            count(("text_filter",), [int(agree), 0, int(not agree), 0, 0, 0])
        return {row: counts for row, counts in rows.items() if any(counts)}

    def object_outcome(self, one: MucObject | None, two: MucObject | None) -> int:
        if one is not None and two is not None:
            return INC if (one, two) in self.forced else COR
        if one is not None:
            return NON if one in self.optional else MIS
        return NON if two in self.optional else SPU

    def start(self, key: Sequence[MucObject], response: Sequence[MucObject]) -> None:
        declared = {definition.name for definition in self.c.classes}
        self.key = [single for single in key if single.class_name in declared]
        self.response = [single for single in response if single.class_name in declared]
        self.optional = self.optionals(self.key)
        if self.symmetric:
            self.optional |= self.optionals(self.response)
        self.aligned: list[tuple[MucObject, MucObject]] = []
        self.forced: list[tuple[MucObject, MucObject]] = []
        self.done: set[str] = set()
        self.tied = False

    def optionals(self, side: Sequence[MucObject]) -> set[MucObject]:
        marked = {single for single in side if single.optional}
        if self.task == "template_relation":
            return marked | {
                single
                for single in side
                if any(target in marked for _, _, target, _ in self.pointers(single, side))
            }
        if self.task == "scenario_template":
            found = set(marked)
            while True:
                more = {single for single in side if single not in found and self.loose(single, side, found)}
                if not more:
                    return found
                found |= more
                if not self.c.st_transitive:
                    return found
        return marked

    def loose(self, single: MucObject, side: Sequence[MucObject], optional: set[MucObject]) -> bool:
        sites: dict[tuple[MucObject, str], set[int]] = {}
        for owner in side:
            for name, alternative, target, _ in self.pointers(owner, side):
                if target is single:
                    sites.setdefault((owner, name), set()).add(alternative)
        for (owner, name), alternatives in sites.items():
            slot = owner.slots[name]
            excused = slot.optional or len(alternatives) < len(slot.alternatives)
            if not excused and not (self.c.st_transitive and owner in optional):
                return False
        return bool(sites)

    def pointers(self, single: MucObject, side: Sequence[MucObject]) -> list[tuple[str, int, MucObject, str]]:
        found = []
        for definition in self.c.slots_of(single.class_name):
            if definition.kind == "pointer" and definition.name in single.slots:
                for which, fills in enumerate(single.slots[definition.name].alternatives):
                    for fill in fills:
                        target = self.target(fill.text, side)
                        if target is not None:
                            found.append((definition.name, which, target, fill.text))
        return found

    def target(self, text: str, side: Sequence[MucObject]) -> MucObject | None:
        name = text.strip()
        name = name[1:-1].strip() if name[:1] == "<" and name[-1:] == ">" else name
        for single in side:
            start = single.class_name + "-"
            if (
                name[: len(start)].lower() == start
                and name[len(start) :] == f"{single.document}-{single.one_up}"
            ):
                return single
        return None

    def same_twin(self, one: MucObject, two: MucObject) -> bool:
        if one is two:
            return True
        equatable = [name.lower() for name in self.c.equatable_objects]
        if (
            self.task != "scenario_template"
            or one.class_name != two.class_name
            or one.class_name not in equatable
        ):
            return False
        return all(
            self.said(one, slot.name) == self.said(two, slot.name)
            for slot in self.c.slots_of(one.class_name)
            if slot.scored
        )

    def said(self, single: MucObject, name: str) -> list[list[str]]:
        slot = single.slots.get(name, Slot(()))
        return sorted(
            sorted(" ".join(fill.text.split()).lower() for fill in fills)
            for fills in slot.alternatives
            if fills
        )

    def same(self, key: str, response: str) -> bool:
        one, two = self.target(key, self.key), self.target(response, self.response)
        if one is None or two is None:
            return False
        return any(self.same_twin(one, k) and self.same_twin(two, r) for k, r in self.aligned)

    def removed(self, text: str, key_side: bool) -> bool:
        side = self.key if key_side else self.response
        target = self.target(text, side)
        if target is None or target not in self.optional or target.class_name not in self.done:
            return False
        taken = [pair[0 if key_side else 1] for pair in self.aligned]
        return not any(self.same_twin(target, single) for single in taken)

    def class_pairs(self, name: str) -> list[tuple[MucObject | None, MucObject | None, dict[str, list[int]]]]:
        key = [single for single in self.key if single.class_name == name]
        response = [single for single in self.response if single.class_name == name]
        chosen = self.choose(name, key, response)
        pairs = [(key[k], response[r], self.compare(key[k], response[r]).slots) for k, r in chosen]
        lone_key = [single for k, single in enumerate(key) if k not in [pair[0] for pair in chosen]]
        lone_response = [single for r, single in enumerate(response) if r not in [pair[1] for pair in chosen]]
        found: list[tuple[MucObject | None, MucObject | None, dict[str, list[int]]]] = [*pairs]
        left = [(single, self.compare(single, None).slots) for single in lone_key]
        right = [(single, self.compare(None, single).slots) for single in lone_response]
        if self.c.force_pairing:
            found += self.force(left, right)
        found += [(single, None, slots) for single, slots in left]
        found += [(None, single, slots) for single, slots in right]
        self.aligned += [(key[k], response[r]) for k, r in chosen]
        self.done.add(name)
        return found

    def force(
        self,
        left: list[tuple[MucObject, dict[str, list[int]]]],
        right: list[tuple[MucObject, dict[str, list[int]]]],
    ) -> list[tuple[MucObject, MucObject, dict[str, list[int]]]]:
        found = []
        unscored = {each.name for each in self.c.classes if not each.scored}

        def counts(each: tuple[MucObject, dict[str, list[int]]]) -> bool:
            if each[0].class_name in unscored:
                return any(slot[MIS] or slot[SPU] for slot in each[1].values())
            return each[0] not in self.optional

        mine, other = [each for each in left if counts(each)], [each for each in right if counts(each)]
        for one, two in zip(mine, other, strict=False):
            slots = {}
            for name in {**one[1], **two[1]}:
                both = [
                    a + b for a, b in zip(one[1].get(name, [0] * 6), two[1].get(name, [0] * 6), strict=True)
                ]
                moved = min(both[MIS], both[SPU])
                both[INC], both[MIS], both[SPU] = both[INC] + moved, both[MIS] - moved, both[SPU] - moved
                slots[name] = both
            found.append((one[0], two[0], slots))
            self.forced.append((one[0], two[0]))
            left.remove(one)
            right.remove(two)
        return found

    def choose(self, name: str, key: list[MucObject], response: list[MucObject]) -> list[tuple[int, int]]:
        if self.task == "scenario_template" and name == self.c.template_name.lower():
            return [(place, place) for place in range(min(len(key), len(response)))]
        threshold = next(Fraction(each.threshold) for each in self.c.classes if each.name == name)
        ranked = []
        for k, one in enumerate(key):
            for r, two in enumerate(response):
                outcome = self.compare(one, two)
                if outcome.weighted > threshold:
                    ranked.append((-outcome.f, k, r))
        for place in (1, 2):
            ranks = Counter((entry[0], entry[place]) for entry in ranked)
            self.tied |= any(count > 1 for count in ranks.values())
        chosen: list[tuple[int, int]] = []
        for _, k, r in sorted(ranked):
            if all(k != one and r != two for one, two in chosen):
                chosen.append((k, r))
        return chosen

    def compare(self, one: MucObject | None, two: MucObject | None) -> Outcome:
        slots, total, weighted = {}, [0] * 6, Fraction(0)
        single = one or two
        assert single is not None
        for definition in self.c.slots_of(single.class_name):
            counts = self.slot(definition, one, two)
            slots[definition.name] = counts
            if definition.scored:
                total = [a + b for a, b in zip(total, counts, strict=True)]
                weighted += 100 * Fraction(definition.weight) * f_of(counts)
        return Outcome(slots, f_of(total), weighted)

    def slot(self, definition: SlotDefinition, one: MucObject | None, two: MucObject | None) -> list[int]:
        key, key_optional = self.seen(definition, one, True)
        response, response_optional = self.seen(definition, two, False)
        if two is None and one in self.optional:
            key_optional = True
        if one is None and two in self.optional:
            response_optional = True
        counts = [0] * 6
        if definition.scored:
            key = self.without_removed(definition, key, True, counts)
            response = self.without_removed(definition, response, False, counts)
        key, response = [fills for fills in key if fills], [fills for fills in response if fills]
        if key and response:
            ranked = []
            for mine in key:
                for other in response:
                    outcome = self.fills(definition, mine, other)
                    few = len(mine) < len(other)
                    ranked.append(
                        (-f_of(outcome), few, abs(len(mine) - len(other)), len(ranked), outcome, mine, other)
                    )
            best = min(ranked, key=lambda each: each[:4])
            counts = [a + b for a, b in zip(counts, best[4], strict=True)]
            counts[NON] += sum(map(len, key)) - len(best[5]) + sum(map(len, response)) - len(best[6])
        elif key:
            least = min(map(len, key))
            counts[NON if key_optional else MIS] += least
            counts[NON] += sum(map(len, key)) - least
        elif response:
            least = min(map(len, response))
            counts[NON if response_optional else SPU] += least
            counts[NON] += sum(map(len, response)) - least
        return counts if definition.scored else [0, 0, 0, 0, 0, sum(counts)]

    def seen(
        self, definition: SlotDefinition, single: MucObject | None, key_side: bool
    ) -> tuple[Fills, bool]:
        slot = None if single is None else single.slots.get(definition.name)
        if slot is None:
            return [], False
        alternatives = slot.alternatives if key_side or self.both_keys else slot.alternatives[:1]
        optional = slot.optional and (key_side or self.symmetric)
        return [[fill.text for fill in fills] for fills in alternatives], optional

    def without_removed(
        self, definition: SlotDefinition, alternatives: Fills, key_side: bool, counts: list[int]
    ) -> Fills:
        if definition.kind != "pointer":
            return alternatives
        kept = [[text for text in fills if not self.removed(text, key_side)] for fills in alternatives]
        if self.c.rem_tally == "non":
            counts[NON] += sum(map(len, alternatives)) - sum(map(len, kept))
        return kept

    def fills(self, definition: SlotDefinition, key: list[str], response: list[str]) -> list[int]:
        counts = [0] * 6
        mine, other = list(key), list(response)
        for outcome in (COR, PAR):
            for text in list(mine):
                partner = next(
                    (each for each in other if self.outcome(definition, text, each) == outcome), None
                )
                if partner is not None:
                    counts[outcome] += 1
                    mine.remove(text)
                    other.remove(partner)
        wrong = min(len(mine), len(other))
        counts[INC], counts[MIS], counts[SPU] = wrong, len(mine) - wrong, len(other) - wrong
        return counts

    def outcome(self, definition: SlotDefinition, key: str, response: str) -> int:
        if definition.kind == "pointer":
            return COR if self.same(key, response) else INC
        if definition.kind == "set":
            return COR if key.lower() == response.lower() else INC
        if self.form(self.c.stringfill_correct_comparison, key) == self.form(
            self.c.stringfill_correct_comparison, response
        ):
            return COR
        rule = self.c.stringfill_partial_comparison
        return PAR if rule != "NONE" and self.form(rule, key) == self.form(rule, response) else INC

    def form(self, rule: str, text: str) -> tuple[str, str]:
        squashed = " ".join(text.split())
        if rule == "ORIG":
            return "", text.lower() if self.c.ignore_case == "always" else text
        if rule == "STRAIGHTENED":
            return "", squashed.lower() if self.c.ignore_case == "always" else squashed
        clean = self.clean(squashed.lower())
        return (clean, "") if clean else ("", squashed.lower())

    def clean(self, text: str) -> str:
        before = sorted(
            (" ".join(each.lower().split()) for each in self.c.premodifiers), key=len, reverse=True
        )
        text += " "
        while found := next((each for each in before if each and text.startswith(each + " ")), None):
            text = text[len(found) + 1 :]
        for each in sorted(self.c.postmodifiers, key=len, reverse=True):
            text = text.replace(each.lower(), " ") if each else text
        text = " ".join(text.split())
        designators = [" ".join(each.lower().split()) for each in self.c.corporate_designators]
        for each in sorted(designators, key=lambda name: (-len(name), name)):
            text = text.replace(each, "") if each else text
        return " ".join(text.split())

    def relevant(self, side: Iterable[MucObject]) -> bool:
        first = next((single for single in side if single.class_name == self.c.template_name.lower()), None)
        slot = first.slots.get(self.c.content_name.lower()) if first is not None else None
        return slot is not None and any(slot.alternatives)


def f_of(counts: Sequence[int]) -> Fraction:
    """F from 0 to 1, exactly."""
    possible = counts[COR] + counts[PAR] + counts[INC] + counts[MIS]
    actual = counts[COR] + counts[PAR] + counts[INC] + counts[SPU]
    return Fraction(2 * counts[COR] + counts[PAR], possible + actual) if possible and actual else Fraction(0)
