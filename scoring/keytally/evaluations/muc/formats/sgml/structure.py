"""The task tags of a unit and their pairing, independent of places.

An edit of the text between tags does not change it, nor anything that follows from it alone.
"""

from collections.abc import Sequence, Set

from keytally.evaluations.muc.formats.sgml.pairing import Matcher, Pairing
from keytally.evaluations.muc.formats.sgml.sections import DATELINE, Sections, SectionTag, last_dateline
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import TagPlaces, TagShape

_NOTHING: Set[int] = frozenset()


class Structure:
    """The tags of a unit in order, their pairing, and the numbers of the elements that are not scored."""

    __slots__ = ("_flawed", "pairing", "shapes", "unscored")

    def __init__(
        self,
        shapes: Sequence[TagShape],
        pairing: Pairing,
        unscored: Set[int] = _NOTHING,
    ) -> None:
        self.shapes = shapes
        self.pairing = pairing
        self.unscored = unscored
        self._flawed: Sequence[int] | None = None

    @property
    def flawed(self) -> Sequence[int]:
        """The numbers of the tags that have problems by themselves."""
        if self._flawed is None:
            flawed = {shape for shape in set(self.shapes) if shape.problems}
            numbered = enumerate(self.shapes) if flawed else ()
            self._flawed = tuple([number for number, shape in numbered if shape in flawed])
        return self._flawed


def structure_of(
    shapes: Sequence[TagShape],
    places: TagPlaces,
    section_tags: Sequence[SectionTag],
    syntax: SgmlSyntax,
    length: int,
) -> Structure:
    """The structure of a unit of that length from its task tags and its section tags."""
    sections = Sections(section_tags, syntax, length)
    names = [tag.name for tag in syntax.tags]
    pairing = Matcher(shapes, places, names).pairing(section_tags, sections.innermost)
    late = last_dateline(sections.in_order(), section_tags) if syntax.dd_last_only else 0
    return Structure(shapes, pairing, _unscored(pairing, late))


def _unscored(pairing: Pairing, last_dateline_at: int) -> Set[int]:
    """Elements outside all sections, and those of a dateline before the last one."""
    if not last_dateline_at and None not in pairing.sections:
        return _NOTHING
    return frozenset(
        number
        for number, section in enumerate(pairing.sections)
        if section is None or (pairing.opens[number] < last_dateline_at and section.upper() == DATELINE)
    )
