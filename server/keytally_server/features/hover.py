"""What is said about the place under the pointer: a verdict, or an option's documentation."""

from keytally.evaluations.muc.formats.bnf.unit import BnfUnit
from keytally.evaluations.muc.formats.config.completion import option_at
from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.config.options import find_option, render_documentation
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.evaluations.presentation import PresentedUnit
from keytally_server.answers.hover import Hover
from keytally_server.features.bnf.hover import about_definition
from keytally_server.features.coreference.chain_hover import about_mention
from keytally_server.features.coreference.here import here
from keytally_server.features.presented.hover import about_presented
from keytally_server.features.sgml.hover import about_tags
from keytally_server.features.templates.hover import about_record
from keytally_server.session.snapshot import Snapshot, UnitAt


def hover(snapshot: Snapshot, offset: int) -> Hover | None:
    """What there is to say about a place in a file."""
    at = snapshot.unit_at(offset)
    if isinstance(at.unit, SgmlUnit):
        chains = here(snapshot, offset)
        return (about_mention(chains) if chains is not None else None) or about_tags(snapshot, at)
    if isinstance(at.unit, ConfigUnit):
        return _about_option(at)
    if isinstance(at.unit, TemplateUnit):
        return about_record(snapshot, at)
    if isinstance(at.unit, BnfUnit):
        return about_definition(at.unit, at.offset, at.place)
    return about_presented(snapshot, at) if isinstance(at.unit, PresentedUnit) else None


def _about_option(at: UnitAt) -> Hover | None:
    line = option_at(at.unit, at.place)
    option = find_option(line.name) if line else None
    if line is None or option is None:
        return None
    values = ((value.start, value.end) for value in line.values)
    start, end = next((span for span in values if span[0] <= at.place <= span[1]), line.name_span)
    return Hover(render_documentation(option), at.offset + start, at.offset + end)
