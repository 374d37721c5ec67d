"""The objects of one side of a document by their names, and by the text of the pointers to them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from keytally.evaluations.muc.model.objects import MucObject

Name = tuple[str, str, str]
"""The common part of equal identification strings: class, document number, one-up string."""

_PLAIN_CLASS = re.compile(r"[a-z0-9_]+")


class NamedObjects:
    """Objects by name; a name that several objects have belongs to the first of them.

    `name_of` parses a pointer. Nearly all pointers are written as headers are: the objects of a new document
    are found by that text, if no class has a hyphen in its name (`is_plain`), and their names are collected
    when these are asked for.
    """

    def __init__(self, name_of: Callable[[str], Name], is_plain: bool) -> None:
        self._name_of = name_of
        self._is_plain = is_plain
        self._unnamed: Sequence[MucObject] = ()
        self._named: dict[Name, list[MucObject]] = {}
        self._by_text: Mapping[str, MucObject] | None = None

    @property
    def names(self) -> frozenset[Name]:
        """The names of all objects."""
        return frozenset(self._collected())

    def begin(self, objects: Sequence[MucObject]) -> None:
        """Set all objects, in file order, where there were none."""
        self._unnamed = objects
        self._by_text = _by_text(objects) if self._is_plain else None

    def add(self, obj: MucObject) -> None:
        """Add an object behind those of its name."""
        self._changing().setdefault(name_of(obj), []).append(obj)

    def remove(self, obj: MucObject) -> None:
        """Remove an object."""
        named, name = self._changing(), name_of(obj)
        named[name].remove(obj)
        if not named[name]:
            del named[name]

    def sort(self, name: Name, place: Mapping[MucObject, int]) -> None:
        """Put the objects of a name into the order of their places."""
        named = self._collected().get(name, [])
        if len(named) > 1:
            named.sort(key=place.__getitem__)

    def named(self, name: Name) -> Sequence[MucObject]:
        """The objects of that name in file order."""
        return self._collected().get(name, ())

    def target(self, pointer: str) -> MucObject | None:
        """The object that a pointer points to; None if there is none."""
        known = self._by_text
        if known is None:
            named = self._collected().get(self._name_of(pointer))
            return named[0] if named else None
        found = known.get(pointer)
        if found is None:
            text = _pointer_text(*self._name_of(pointer))
            return None if text is None else known.get(text)
        return found

    def _changing(self) -> dict[Name, list[MucObject]]:
        self._by_text = None
        return self._collected()

    def _collected(self) -> dict[Name, list[MucObject]]:
        objects, self._unnamed = self._unnamed, ()
        for obj in objects:
            self._named.setdefault(name_of(obj), []).append(obj)
        return self._named


def name_of(obj: MucObject) -> Name:
    """The name of an object."""
    return obj.class_name, obj.document, obj.one_up


def _by_text(objects: Iterable[MucObject]) -> Mapping[str, MucObject] | None:
    """The objects by the text of pointers to them; None if a name is written in a way that is rare."""
    found: dict[str, MucObject] = {}
    for obj in objects:
        text = _pointer_text(obj.class_name, obj.document, obj.one_up)
        if text is None:
            return None
        found.setdefault(text, obj)
    return found


def _pointer_text(class_name: str, document: str, one_up: str) -> str | None:
    """How a pointer to that name is written; None for names that pointers may be read to mean otherwise.

    Two names have different texts.
    """
    opening = _opening(class_name)
    if opening is None or not (document.isalnum() and one_up.isalnum()):
        return None
    return f"{opening}{document}-{one_up}>"


@lru_cache
def _opening(class_name: str) -> str | None:
    return f"<{class_name.upper()}-" if _PLAIN_CLASS.fullmatch(class_name) else None
