"""Implicit optionality: objects of a key that may be lacking because of what points where.

Rules: manual, "Template Relation (TR) and Scenario Template (ST) Scoring". In TR a relation that points
to an optional object is optional; that goes one step, from objects that are marked. In ST an object is
optional if every pointer to it stands in an optional slot, or in some but not all alternatives of a slot;
with `st_transitive` also if what points to it is optional itself.
"""

from collections.abc import Iterator, Sequence

from keytally.evaluations.muc.configuration import Configuration
from keytally.evaluations.muc.model import MucObject
from keytally.evaluations.muc.scoring.pointers import ObjectTable


def implicitly_optional(
    objects: Sequence[MucObject], table: ObjectTable, configuration: Configuration
) -> set[MucObject]:
    """The objects that pointers make optional, marked so or not; `table` finds them by pointer."""
    task = configuration.scoring_task.lower()
    if task == "template_relation":
        return {single for single in objects if _points_to_optional(single, table)}
    if task == "scenario_template":
        return _Firmness(objects, table).lacking(configuration.st_transitive)
    return set()


def _points_to_optional(single: MucObject, table: ObjectTable) -> bool:
    return any(
        target.optional
        for _, alternatives in table.pointing_slots(single)
        for targets in alternatives
        for target in targets
    )


class _Firmness:
    """Which objects hold others in the key: by a pointer that no alternative and no option takes away."""

    def __init__(self, objects: Sequence[MucObject], table: ObjectTable) -> None:
        self._objects = objects
        self._holds: dict[MucObject, dict[MucObject, None]] = {}
        self._holders: dict[MucObject, int] = {}
        for owner in objects:
            for target, firm in _pointed(owner, table):
                self._holders.setdefault(target, 0)
                if firm and target not in self._holds.setdefault(owner, {}):
                    self._holds[owner][target] = None
                    self._holders[target] += 1

    def lacking(self, transitive: bool) -> set[MucObject]:
        """The objects that are pointed to and that nothing holds."""
        found = {target for target, count in self._holders.items() if count == 0}
        if transitive:
            waiting = [single for single in self._objects if single.optional or single in found]
            for owner in waiting:
                waiting += self._let_go(owner, found)
        return found

    def _let_go(self, owner: MucObject, found: set[MucObject]) -> Iterator[MucObject]:
        """The objects that nothing holds any more when an optional one does not."""
        for target in self._holds.get(owner, ()):
            self._holders[target] -= 1
            if self._holders[target] == 0:
                found.add(target)
                if not target.optional:
                    yield target


def _pointed(owner: MucObject, table: ObjectTable) -> Iterator[tuple[MucObject, bool]]:
    """What an object points to, and whether it does so in whatever alternative of a slot that must be."""
    for slot, alternatives in table.pointing_slots(owner):
        for target in dict.fromkeys(target for targets in alternatives for target in targets):
            yield target, not slot.optional and all(target in targets for targets in alternatives)
