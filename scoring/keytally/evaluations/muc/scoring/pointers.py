"""Pointers: which objects they point to, and whether two of them point to the same.

Rules: manual, "Template Relation (TR) and Scenario Template (ST) Scoring". A pointer is correct if its
target is aligned with the other pointer's, or if one of their twins is (`equatable_objects`). What is
aligned is known class by class, in the order of the class definitions.
"""

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

from keytally.evaluations.muc.configuration import Configuration
from keytally.evaluations.muc.model import MucObject, Slot

Targets = list[list[MucObject]]


class Identifiers:
    """Reads identification strings under one configuration: class names ignore case, all else counts."""

    def __init__(self, configuration: Configuration) -> None:
        names = sorted((each.name for each in configuration.classes), key=len, reverse=True)
        declared = "|".join(map(re.escape, names)) or "(?!)"
        self._class_name = re.compile(f"(?:{declared}|[^-]*)(?=-)", re.IGNORECASE)

    def of_object(self, single: MucObject) -> str:
        """The identification string of an object, its class in lower case."""
        return f"{single.class_name}-{single.document}-{single.one_up}"

    def of_pointer(self, text: str) -> str:
        """What a pointer names, in the same form; angle brackets may stand around it."""
        text = text.strip()
        if text.startswith("<") and text.endswith(">"):
            text = text[1:-1].strip()
        return self._class_name.sub(lambda match: match.group().lower(), text, count=1)


class ObjectTable:
    """The objects of one document and side, as pointers find them; of equal identifiers the first."""

    def __init__(self, objects: Sequence[MucObject], configuration: Configuration) -> None:
        self._identifiers = Identifiers(configuration)
        self._first: dict[str, MucObject] = {}
        for single in objects:
            self._first.setdefault(self._identifiers.of_object(single), single)
        self._pointers: dict[str, list[str]] = {}
        for slot in configuration.slots:
            if slot.kind == "pointer":
                self._pointers.setdefault(slot.class_name, []).append(slot.name)

    def target(self, pointer: str) -> MucObject | None:
        """The object that a pointer points to; None where it dangles."""
        return self._first.get(self._identifiers.of_pointer(pointer))

    def pointing_slots(self, single: MucObject) -> Iterator[tuple[Slot, Targets]]:
        """The slots of an object that hold pointers, with what each of their alternatives points to."""
        for name in self._pointers.get(single.class_name, ()):
            slot = single.slots.get(name)
            if slot is not None:
                yield slot, [[*self._targets(fill.text for fill in fills)] for fills in slot.alternatives]

    def _targets(self, pointers: Iterable[str]) -> Iterator[MucObject]:
        for pointer in pointers:
            target = self.target(pointer)
            if target is not None:
                yield target


class _Side:
    """What is known of one side's objects while a document is being aligned."""

    def __init__(
        self, table: ObjectTable, optional: Iterable[MucObject], twins: Mapping[MucObject, MucObject]
    ) -> None:
        self.table = table
        self.optional = frozenset(optional)
        self.twins = twins
        self.aligned: dict[MucObject, dict[MucObject, None]] = {}

    def named(self, pointer: str) -> MucObject | None:
        """The first of the objects that a pointer may as well point to."""
        target = self.table.target(pointer)
        return None if target is None else self.twin(target)

    def twin(self, single: MucObject) -> MucObject:
        """The first object that is identical to this one."""
        return self.twins.get(single, single)

    def gone(self, pointer: str, settled: set[str]) -> bool:
        """Whether a pointer's target is optional and it is known that nothing was aligned with it."""
        target = self.table.target(pointer)
        return (
            target is not None
            and target in self.optional
            and target.class_name in settled
            and self.twin(target) not in self.aligned
        )


class DocumentPointers:
    """The pointers of both sides of a document (keytally.evaluations.muc.scoring.fills.Targets).

    `optional` are the objects of either side that may be lacking, by marks or by pointers. `twins`
    maps objects that have identical ones before them to the first of those.
    """

    def __init__(
        self,
        key: ObjectTable,
        response: ObjectTable,
        optional: Iterable[MucObject],
        twins: Mapping[MucObject, MucObject],
    ) -> None:
        optional = frozenset(optional)
        self._key = _Side(key, optional, twins)
        self._response = _Side(response, optional, twins)
        self._settled: set[str] = set()

    def settle(self, class_name: str, pairs: Iterable[tuple[MucObject, MucObject]]) -> None:
        """Take note of the pairs of a class that are aligned; there will be no others."""
        self._settled.add(class_name)
        for key, response in pairs:
            mine, other = self._key.twin(key), self._response.twin(response)
            self._key.aligned.setdefault(mine, {})[other] = None
            self._response.aligned.setdefault(other, {})[mine] = None

    def same(self, key: str, response: str) -> bool:
        """Whether two pointers point to the same; one that dangles is never correct."""
        mine, other = self._key.named(key), self._response.named(response)
        return mine is not None and other is not None and other in self._key.aligned.get(mine, ())

    def gone(self, text: str, key_side: bool) -> bool:
        """Whether a side's pointer points to something optional that was not aligned."""
        return (self._key if key_side else self._response).gone(text, self._settled)

    def forms(self, text: str, key_side: bool) -> tuple[Hashable, ...]:
        """The response's objects that a pointer stands for."""
        if key_side:
            target = self._key.named(text)
            return () if target is None else tuple(self._key.aligned.get(target, ()))
        target = self._response.named(text)
        return () if target is None else (target,)
