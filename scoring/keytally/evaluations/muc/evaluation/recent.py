"""What is kept of the last versions of documents, and goes when these have gone."""

from collections.abc import Hashable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary


class Version:
    """A scored version of a document: what is kept of it goes when nothing else refers to it."""

    __slots__ = ("__weakref__",)


V = TypeVar("V", bound=Version)
T = TypeVar("T")


class Recent(Generic[V, T]):
    """Values of the versions that were put in last, `size` at most; a value must not refer to its version."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: WeakKeyDictionary[V, T] = WeakKeyDictionary()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, version: V) -> T | None:
        """The value of a version; None if it is not kept."""
        return self._values.get(version)

    def put(self, version: V, value: T) -> None:
        """Keep the value of a version, and drop the oldest one if there are too many."""
        self._values[version] = value
        if len(self._values) > self._size:
            del self._values[next(iter(self._values))]

    def pop(self, version: V) -> T | None:
        """The value of a version, which is not kept any longer."""
        return self._values.pop(version, None)


class Followed(Generic[V, T]):
    """Values that go from each version of a document to its next one, by the document's name."""

    def __init__(self, size: int) -> None:
        self._latest: WeakValueDictionary[Hashable, V] = WeakValueDictionary()
        self._values = Recent[V, T](size)

    def take(self, document: Hashable) -> T | None:
        """The value of a document's last version, for the next one; None if it is not kept."""
        version = self._latest.pop(document, None)
        return None if version is None else self._values.pop(version)

    def put(self, document: Hashable, version: V, value: T) -> None:
        """Keep the value of a document's new version."""
        self._latest[document] = version
        self._values.put(version, value)
