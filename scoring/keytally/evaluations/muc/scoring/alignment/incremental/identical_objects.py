"""The groups of identical objects of one side of a document, kept while objects come and go.

Rules: see `alignment.equatable`. Few objects are identical to another. All that are agree in what opens their
content: the whole content is only looked at where two objects do so.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence

from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment.equatable import contents_of, opening_of


class IdenticalObjects:
    """Groups of identical objects; `slots` has the scored slots of each class that may have any."""

    def __init__(self, slots: Mapping[str, Sequence[str]]) -> None:
        self._slots = slots
        self._alone: dict[Hashable, MucObject | None] = {}
        self._contents: dict[MucObject, Hashable] = {}
        self._groups: dict[Hashable, list[MucObject]] = {}

    def add(self, obj: MucObject) -> None:
        """Add an object behind those that are identical to it."""
        slots = self._slots.get(obj.class_name)
        if slots is None:
            return
        opening = opening_of(obj, slots)
        before = self._alone.setdefault(opening, obj)
        if before is obj:
            return
        if before is not None:
            self._alone[opening] = None
            self._put(before, slots)
        self._put(obj, slots)

    def _put(self, obj: MucObject, slots: Sequence[str]) -> None:
        contents = self._contents[obj] = contents_of(obj, slots)
        self._groups.setdefault(contents, []).append(obj)

    def remove(self, obj: MucObject) -> None:
        """Remove an object."""
        contents = self._contents.pop(obj, None)
        if contents is not None:
            self._groups[contents].remove(obj)
            if not self._groups[contents]:
                del self._groups[contents]
        elif obj.class_name in self._slots:
            del self._alone[opening_of(obj, self._slots[obj.class_name])]

    def of(self, obj: MucObject) -> Sequence[MucObject]:
        """An object and those identical to it, in file order."""
        contents = self._contents.get(obj)
        return (obj,) if contents is None else self._groups[contents]

    def sort(self, obj: MucObject, place: Mapping[MucObject, int]) -> None:
        """Put the group of an object into the order of their places."""
        contents = self._contents.get(obj)
        if contents is not None and len(self._groups[contents]) > 1:
            self._groups[contents].sort(key=place.__getitem__)

    def representatives(self) -> Iterator[tuple[MucObject, MucObject]]:
        """Each object that is identical to an earlier one, with the first such object."""
        for group in self._groups.values():
            for obj in group[1:]:
                yield obj, group[0]
