"""Role-based measures for scenario templates, in addition to those of the MUC scorer."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from keytally.families.muc.model import Configuration, MucObject, MultiFill, Slot, SlotDefinition
from keytally.families.muc.scoring.templates import LocatedScore
from keytally.measures.template_maps import (
    ComparedTemplate,
    Measures,
    MeasureSums,
    Mentions,
    measure_tables,
    normal_mention,
    totals_of,
)
from keytally.measures.template_measures import GTT, MEASURES, measure_templates

# Scenario templates as templates with roles, which other measures compare.
#
# A template is an object to which the content of a TEMPLATE object points, with all objects that it points
# to, directly or indirectly. Its type is the fill of the first slot with a set of values whose name contains
# `type`, otherwise the name of its class. Each slot of strings is a role, and each of its fills an entity,
# whose mentions are the fills in the same place of the slot's alternatives.


Name = tuple[str, str, str]
_NO_SLOT = Slot(())


class FlatTemplate(NamedTuple):
    """A template with its type, and the entities of each role with their mentions as written."""

    type: str
    roles: Sequence[tuple[str, Sequence[Mentions]]]

    def compared(self) -> ComparedTemplate:
        """Return the template in the form that measures compare."""
        return ComparedTemplate(
            self.type,
            {role: [tuple(map(normal_mention, each)) for each in some] for role, some in self.roles},
        )


class FlatTemplates:
    """Converts the objects of a document to templates, for one configuration.

    `name_of` returns the name of the object that a pointer refers to.
    """

    def __init__(self, configuration: Configuration, name_of: Callable[[str], Name]) -> None:
        self._template = configuration.template_name.lower()
        self._content = configuration.content_name.lower()
        self._name_of = name_of
        scored = {each.name for each in configuration.classes if each.scored}
        self._slots: dict[str, list[SlotDefinition]] = {}
        for slot in configuration.slots:
            if slot.scored and slot.class_name in scored:
                self._slots.setdefault(slot.class_name, []).append(slot)

    def of(self, objects: Sequence[MucObject]) -> list[FlatTemplate]:
        """Return the templates in the order of the content slot."""
        named = {self._name_of(f"<{obj.identifier}>"): obj for obj in reversed(objects)}
        contents = [
            obj.slots.get(self._content, _NO_SLOT) for obj in objects if obj.class_name == self._template
        ]
        roots = [
            target
            for slot in contents
            for target in self._targets(slot, named)
            if target.class_name in self._slots
        ]
        return [self._flat(root, named, roots) for root in dict.fromkeys(roots)]

    def _flat(
        self, root: MucObject, named: Mapping[Name, MucObject], roots: Sequence[MucObject]
    ) -> FlatTemplate:
        found: dict[str, list[Mentions]] = {}
        reached, waiting = {*roots}, [root]
        while waiting:
            obj = waiting.pop(0)
            for slot in self._slots.get(obj.class_name, ()):
                fills = obj.slots.get(slot.name, _NO_SLOT)
                if slot.kind == "string":
                    found.setdefault(slot.name, []).extend(_entities(fills))
                elif slot.kind == "pointer":
                    further = [target for target in self._targets(fills, named) if target not in reached]
                    waiting += further
                    reached |= {*further}
        return FlatTemplate(self._type(root), [(role, some) for role, some in found.items() if some])

    def _targets(self, slot: Slot, named: Mapping[Name, MucObject]) -> Iterator[MucObject]:
        """Yield the objects that the first non-empty alternative points to."""
        for fill in next(filter(None, slot.alternatives), ()):
            target = named.get(self._name_of(fill.text))
            if target is not None:
                yield target

    def _type(self, root: MucObject) -> str:
        named = (slot for slot in self._slots[root.class_name] if slot.kind == "set" and "type" in slot.name)
        slot = next(named, None)
        fills = root.slots.get(slot.name, _NO_SLOT).alternatives if slot else ()
        types = dict.fromkeys(fill.text.strip().lower() for some in fills for fill in some)
        return " / ".join(filter(None, types)) or root.class_name


def distinct_templates(templates: Iterable[FlatTemplate]) -> list[FlatTemplate]:
    """Return the templates without duplicates."""
    found: list[FlatTemplate] = []
    for template in templates:
        if template not in found:
            found.append(template)
    return found


def _entities(slot: Slot) -> Iterator[Mentions]:
    """Yield the fills of a slot, each with the fills at the same position in the other alternatives."""
    alternatives: Sequence[MultiFill] = [alternative for alternative in slot.alternatives if alternative]
    for fills in zip_longest(*alternatives):
        yield tuple(dict.fromkeys(fill.text for fill in fills if fill is not None))


_CEAF_RME = "ceaf-rme"


class TemplateMeasures:
    """The measures that the option `also` requests; `names` are the names of their results."""

    def __init__(self, configuration: Configuration, name_of: Callable[[str], Name]) -> None:
        chosen = configuration.also if configuration.scoring_task == "scenario_template" else ()
        self.names = [name for name in MEASURES if (GTT if name == GTT else _CEAF_RME) in chosen]
        self._flat = FlatTemplates(configuration, name_of)

    def of(self, score: LocatedScore) -> Measures:
        """Return the counts of a document."""
        key, response = (self._flat.of([*side.units]) for side in (score.key, score.response))
        gold = [template.compared() for template in distinct_templates(key)]
        return measure_templates(gold, [template.compared() for template in response], self.names)[0]

    def values(self, documents: Mapping[str, Measures]) -> dict[str, Any]:
        """Return `metrics` of the JSON output: the totals and the values of each document; empty if no
        measure is requested.
        """
        if not self.names:
            return {}
        each = {name: self._sum([measures]) for name, measures in documents.items()}
        return {"metrics": {"totals": self._sum(documents.values()), "documents": each}}

    def text(self, documents: Iterable[Measures]) -> str:
        """Return one table for each measure."""
        return (
            f"\n{measure_tables(self._added(documents).measures())}".rstrip("\n") + "\n" if self.names else ""
        )

    def _sum(self, documents: Iterable[Measures]) -> dict[str, Any]:
        return totals_of(self._added(documents).measures())

    def _added(self, documents: Iterable[Measures]) -> MeasureSums:
        sums = MeasureSums(self.names)
        for measures in documents:
            sums.put(measures)
        return sums
