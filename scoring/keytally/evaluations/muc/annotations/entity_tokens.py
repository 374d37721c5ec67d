"""The tokens that entities may cover: words and punctuation marks of the scored sections."""

import re
from collections.abc import Iterator, Sequence

from keytally.evaluations.annotated import Annotation
from keytally.evaluations.muc.formats.sgml.markup import pieces
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit

_TOKEN = re.compile(r"\w+|[^\w\s]")


def tokens(units: Sequence[SgmlUnit]) -> list[tuple[int, int]]:
    """The words and the punctuation marks of a document's scored sections, in order.

    Given markup and the document's number are no words.
    """
    found: list[tuple[int, int]] = []
    shift = 0
    for unit in units:
        found += ((shift + start, shift + end) for start, end in _tokens(unit))
        shift += unit.stripped_length
    return found


def _tokens(unit: SgmlUnit) -> Iterator[tuple[int, int]]:
    text, reached = unit.stripped(), 0
    number = _number(unit)
    for _, first, last in unit.sections:
        end = unit.stripped_offset(last)
        for is_markup, *place in pieces(text, max(unit.stripped_offset(first), reached), end):
            if not is_markup:
                spans = (match.span() for match in _TOKEN.finditer(text, *place))
                yield from (span for span in spans if not number[0] <= span[0] < number[1])
        reached = max(reached, end)


def _number(unit: SgmlUnit) -> tuple[int, int]:
    """Where the document's number stands in the bare text; an empty place without one."""
    if unit.number is None:
        return 0, 0
    return unit.stripped_offset(unit.number.start), unit.stripped_offset(unit.number.end)


def entity_type(annotation: Annotation, syntax: SgmlSyntax) -> str:
    """The TYPE of an entity, such as `PERSON`; the name of its tag where it has none."""
    beginning = f"{syntax.type.upper()}="
    types = (part for part in annotation.value if isinstance(part, str) and part.startswith(beginning))
    first = next(types, None)
    return str(annotation.value[0]) if first is None else first.removeprefix(beginning)
