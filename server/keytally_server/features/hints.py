"""What the key has and the response lacks, shown where it would stand; and the names of chains."""

from collections.abc import Iterator
from itertools import starmap

from keytally.evaluations.interface import Level, Mark, Role
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.tallies.status import Status
from keytally_server.answers.inlay_hint import InlayHint
from keytally_server.features.coreference.chain_hints import chain_hints
from keytally_server.features.coreference.here import here
from keytally_server.features.templates.hints import hint_label
from keytally_server.session.snapshot import Snapshot


def hints(snapshot: Snapshot, start: int, end: int) -> Iterator[InlayHint]:
    """What is missing and would stand from `start` to `end`, and the chains that mentions are of."""
    for placed in snapshot.marks(start, end) if snapshot.role is not Role.KEY else ():
        mark = placed.mark
        if placed.start == placed.end and mark.status is Status.MISSING and (label := _label(mark)):
            yield InlayHint(placed.start, label, _tooltip(mark.partner))
    for unit, offset in snapshot.reading.units_in(start, end):
        if isinstance(unit, SgmlUnit) and (chains := here(snapshot, offset)) is not None:
            yield from starmap(InlayHint, chain_hints(chains, start, end))


def _label(mark: Mark) -> str | None:
    """What stands for a missing thing; None for fills of tags that are there, which show in hovers only."""
    if isinstance(mark.unit, TemplateUnit):
        return hint_label(mark)
    is_part_of_tag = isinstance(mark.unit, SgmlUnit) and mark.level in (Level.SLOT, Level.FILL)
    return None if is_part_of_tag else mark.label


def _tooltip(partner: tuple[object, int, int] | None) -> str:
    if partner is None:
        return ""
    unit, start, end = partner
    return f"the key has {' '.join(getattr(unit, 'text', '')[start:end].split())}"
