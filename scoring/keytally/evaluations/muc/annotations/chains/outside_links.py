"""Finds REFs to mentions that no chain shows: of tags outside scored sections and of broken elements."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import lru_cache

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml.chains import Chains
from keytally.evaluations.muc.formats.sgml.mention_attributes import (
    antecedents_of,
    attributes_reader,
    first_bearers,
    linking_names,
)
from keytally.evaluations.muc.formats.sgml.structure import Structure
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import Tag

RECENT_STRUCTURES = 4


def outside_dependants(chains: Chains, syntax: SgmlSyntax, mention: int) -> Sequence[Tag]:
    """The open tags in no chain whose REFs point to a mention of a chain, in order.

    All tags of a document share one set of IDs, including those outside the scored sections.
    """
    unit = chains.unit
    if unit is None:
        return []
    number = bisect_left(unit.places.starts, chains.starts[mention])
    pointing = _pointing(unit.structure, syntax)
    return [unit.tags[each] for each in pointing.get(number, ())]


@lru_cache(maxsize=RECENT_STRUCTURES)
def _pointing(structure: Structure, syntax: SgmlSyntax) -> Mapping[int, Sequence[int]]:
    """Map a tag's number to the numbers of the tags without a scored mention whose REFs point to it.

    IDs and REFs have the same meaning in every role.
    """
    linking, shapes, pairing = linking_names(syntax), structure.shapes, structure.pairing
    tags = [tag for tag, shape in enumerate(shapes) if not shape.is_close and shape.name in linking]
    scored = {opened for number, opened in enumerate(pairing.opens) if number not in structure.unscored}
    reader = attributes_reader(syntax, Role.UNKNOWN)
    attributes = [reader[shapes[tag]] for tag in tags]
    pointing: dict[int, list[int]] = {}
    for tag, target in zip(tags, antecedents_of(attributes, first_bearers(attributes)), strict=True):
        if target is not None and tag not in scored:
            pointing.setdefault(tags[target], []).append(tag)
    return pointing
