"""Which label may stand behind which, in each scheme."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.columns.formats.labels import NO_ENTITY, Label
from keytally.evaluations.columns.model import Entity, Scheme

SAME, OTHER, ANY = "same", "other", "any"

_EVERY = "BIESLUO"


class Step(NamedTuple):
    """Two neighbouring labels by their prefixes, and whether their types are the same."""

    before: str
    prefix: str
    types: str = ANY

    def is_taken(self, before: Label, label: Label) -> bool:
        """Whether two labels make this step."""
        if before.prefix not in self.before or label.prefix not in self.prefix:
            return False
        return self.types == ANY or (before.type == label.type) is (self.types == SAME)


class Grammar(NamedTuple):
    """The steps that start an entity, stay in it, and end it; `prefixes` are all that the scheme has."""

    prefixes: str
    starts: tuple[Step, ...]
    stays: tuple[Step, ...]
    ends: tuple[Step, ...]


GRAMMARS = {
    Scheme.IOB1: Grammar(
        "IOB",
        (Step("OB", "I"), Step("I", "I", OTHER), Step("IB", "B", SAME)),
        (Step("BI", "I", SAME),),
        (Step("BI", "I", OTHER), Step("BI", "O"), Step("I", "B"), Step("B", "B", SAME)),
    ),
    Scheme.IOB2: Grammar(
        "IOB",
        (Step(_EVERY, "B"),),
        (Step("BI", "I", SAME),),
        (Step("BI", "OB"), Step("BI", "I", OTHER)),
    ),
    Scheme.IOBES: Grammar("IOBES", (Step(_EVERY, "BS"),), (Step("BI", "IE", SAME),), (Step("SE", _EVERY),)),
    Scheme.BILOU: Grammar("BILOU", (Step(_EVERY, "BU"),), (Step("BI", "IL", SAME),), (Step("UL", _EVERY),)),
}
"""As seqeval defines them for `mode=strict`: in IOB1 an entity does not begin with B behind O."""


def well_formed(labels: Sequence[Label], scheme: Scheme) -> Iterator[Entity]:
    """The entities that start, stay and end as the scheme has it."""
    grammar, at = GRAMMARS[scheme], 0
    known = [label if label.prefix in grammar.prefixes else NO_ENTITY for label in labels]
    known.append(NO_ENTITY)
    while at < len(labels):
        before = known[at - 1] if at else NO_ENTITY
        if not _is_any(grammar.starts, before, known[at]):
            at += 1
            continue
        start, at = at, at + 1
        while _is_any(grammar.stays, known[at - 1], known[at]):
            at += 1
        if _is_any(grammar.ends, known[at - 1], known[at]):
            yield Entity(start, at, known[start].type)


def _is_any(steps: Sequence[Step], before: Label, label: Label) -> bool:
    return any(step.is_taken(before, label) for step in steps)
