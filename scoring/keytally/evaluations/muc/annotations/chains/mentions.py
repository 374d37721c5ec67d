"""Mentions as annotations: what a file says of each of them, and to which earlier one it belongs.

The value of a mention is the name of its tag, its MIN and its STATUS where it has them, and a reference to
the mention before it in its chain, in the order of the text; the first of a chain has none. So it does not
matter how IDs are numbered and which mention of the chain a REF names. TYPE is no part of it: the only type
of the task is IDENT. Of a tag counts what the scorer reads, in the words of a key.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.annotated import Annotation, Reference
from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml.chains import Chains, chains_of
from keytally.evaluations.muc.formats.sgml.syntax import OPTIONAL_VALUES, SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit

KIND = "mention"

RECENT = 8
"""The number of units whose order of mentions is cached: many repairs are tried on one."""


class Said(NamedTuple):
    """What the tag of a mention says besides its ID and REF; "" for an attribute that it lacks.

    `tag` is in upper case; `minimum` has single blanks and the quotes that a tag can hold.
    """

    tag: str
    minimum: str = ""
    status: str = ""

    @classmethod
    def by(cls, chains: Chains, mention: int, syntax: SgmlSyntax) -> "Said":
        """What a mention's tag says."""
        attributes = chains.attributes[mention]
        minimum = " ".join(attributes.minimum.split()).replace('"', syntax.quote_char)
        status = OPTIONAL_VALUES[0] if attributes.optional else ""
        return cls(chains.mentions[mention].element.name.upper(), minimum, status)

    @classmethod
    def in_value(cls, value: Sequence[str | Reference], syntax: SgmlSyntax) -> "Said":
        """What the value of an annotation says."""
        given = dict(part.split("=", 1) for part in value if isinstance(part, str) and "=" in part)
        minimum, status = (given.get(name.upper(), "") for name in (syntax.minimum, syntax.status))
        return cls(str(value[0]), minimum, status)

    def attributes(self, syntax: SgmlSyntax) -> list[tuple[str, str]]:
        """The names (lower case) and values of MIN and STATUS."""
        return [(syntax.minimum, self.minimum), (syntax.status, self.status)]

    def value(self, syntax: SgmlSyntax) -> tuple[str, ...]:
        """The words of an annotation's value: the name of the tag, and each attribute as `NAME=value`."""
        given = (f"{name.upper()}={text}" for name, text in self.attributes(syntax) if text)
        return (self.tag, *given)


def annotations(units: Sequence[SgmlUnit], syntax: SgmlSyntax) -> list[Annotation]:
    """The scored mentions of a document, outer ones before those that begin with them.

    A place is the number of the unit among those with the document's number, the start, and the end with its
    sign turned, both without task tags.
    """
    found: list[Annotation] = []
    shift = 0
    for number, unit in enumerate(units):
        chains = chains_of(unit, syntax, Role.KEY)
        order = in_text_order(chains)
        indices = {mention: len(found) + at for at, mention in enumerate(order)}
        before = previous(chains)
        for mention in order:
            start, end = chains.spans[mention]
            antecedent = before[mention]
            tie = () if antecedent is None else (Reference(indices[antecedent]),)
            found.append(
                Annotation(
                    unit,
                    chains.text_starts[mention],
                    chains.text_ends[mention],
                    KIND,
                    chains.text(mention),
                    (number, start, -end),
                    (*Said.by(chains, mention, syntax).value(syntax), *tie),
                    extent=(shift + start, shift + end),
                )
            )
        shift += unit.stripped_length
    return found


@lru_cache(maxsize=RECENT)
def in_text_order(chains: Chains) -> Sequence[int]:
    """The mentions by their starts, longer ones first; the orders of recent chains are cached."""
    return tuple(
        sorted(range(len(chains)), key=lambda mention: (chains.spans[mention][0], -chains.spans[mention][1]))
    )


@lru_cache(maxsize=RECENT)
def previous(chains: Chains) -> Mapping[int, int | None]:
    """The mention before each one in its chain, in the order of the text; None for the first."""
    last: dict[int, int] = {}
    found: dict[int, int | None] = {}
    for mention in in_text_order(chains):
        found[mention] = last.get(chains.chain_of[mention])
        last[chains.chain_of[mention]] = mention
    return found
