"""Elements: an open task tag, its close tag, and the text between."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from keytally.evaluations.muc.formats.sgml.structure import Structure
from keytally.evaluations.muc.formats.sgml.tags import Tag, TagPlaces


class Element(NamedTuple):
    """A task tag, its close tag, and the range of its text.

    `section` is the innermost open section as the configuration spells it, None outside of all sections.
    `scored` is false there and in a dateline that a later one replaces. `stripped_start` and `stripped_end`
    (exclusive) count from the unit's start and leave task tags out.
    """

    open: Tag
    close: Tag
    section: str | None
    scored: bool
    stripped_start: int
    stripped_end: int

    @property
    def name(self) -> str:
        """The tag's name, in lower case."""
        return self.open.shape.name

    @property
    def start(self) -> int:
        """The start of the open tag in the unit."""
        return self.open.start

    @property
    def end(self) -> int:
        """The end of the close tag in the unit."""
        return self.close.end


class Elements(Sequence[Element]):
    """The elements of a unit in the order of their open tags, each made on demand."""

    __slots__ = ("_places", "_structure")

    def __init__(self, structure: Structure, places: TagPlaces) -> None:
        self._structure = structure
        self._places = places

    def __len__(self) -> int:
        return len(self._structure.pairing.opens)

    @overload
    def __getitem__(self, index: int) -> Element: ...

    @overload
    def __getitem__(self, index: slice) -> list[Element]: ...

    def __getitem__(self, index: int | slice) -> Element | list[Element]:
        if isinstance(index, slice):
            return [self._element(number) for number in range(*index.indices(len(self)))]
        return self._element(range(len(self))[index])

    def __iter__(self) -> Iterator[Element]:
        return map(self._element, range(len(self)))

    def around(self, start: int, end: int) -> list[Element]:
        """The elements that contain a whole range of the unit, including their tags."""
        starts, ends, _ = self._places
        pairing = self._structure.pairing
        before = bisect_right(pairing.opens, start, key=starts.__getitem__)
        return [self._element(number) for number in range(before) if ends[pairing.closes[number]] >= end]

    def within(self, start: int, end: int) -> list[Element]:
        """The elements that lie in a range of the unit with their tags."""
        starts, ends, _ = self._places
        pairing = self._structure.pairing
        first, last = (bisect_left(pairing.opens, place, key=starts.__getitem__) for place in (start, end))
        return [self._element(number) for number in range(first, last) if ends[pairing.closes[number]] <= end]

    def _element(self, number: int) -> Element:
        structure, places = self._structure, self._places
        pairing = structure.pairing
        opened, close = pairing.opens[number], pairing.closes[number]
        return Element(
            Tag(places.starts[opened], places.ends[opened], structure.shapes[opened]),
            Tag(places.starts[close], places.ends[close], structure.shapes[close]),
            pairing.sections[number],
            number not in structure.unscored,
            places.stripped[opened],
            places.stripped[close],
        )
