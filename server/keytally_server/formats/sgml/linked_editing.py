"""The names in the two tags of an element, which are edited together."""

from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally_server.formats.presenter import Stretch
from keytally_server.formats.sgml.element_lookup import elements_around


def tag_names_at(unit: SgmlUnit, place: int) -> list[Stretch]:
    """The names in the open and the close tag of the element with a name at a place; none elsewhere."""
    names = (_names(unit, element) for element in elements_around(unit, place, place))
    return next((each for each in names if any(start <= place <= end for start, end in each)), [])


def _names(unit: SgmlUnit, element: Element) -> list[Stretch]:
    """Both names; none if they are not spelled alike, or a blank stands before one."""
    first, last = element.open.start + 1, element.close.start + 2
    length = len(element.name)
    written = {unit.text[start : start + length] for start in (first, last)}
    is_alike = len(written) == 1 and written.pop().lower() == element.name
    return [(first, first + length), (last, last + length)] if is_alike else []
