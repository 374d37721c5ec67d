"""What may be written at a place."""

import re
from collections.abc import Iterator

from keytally.evaluations.muc.formats.bnf.unit import BnfUnit
from keytally.evaluations.muc.formats.config.completion import completions as configuration_completions
from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.sgml.language import SgmlLanguage
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally_server.answers.completion import Completion, CompletionKind
from keytally_server.features.bnf.completion import bnf_completions
from keytally_server.features.coreference.here import here as chains_at
from keytally_server.features.coreference.reference_completion import identifier_completions
from keytally_server.features.sgml.completion import tag_completions
from keytally_server.features.suggestions import word_end
from keytally_server.features.templates.completion import template_completions
from keytally_server.session.snapshot import Snapshot, UnitAt

LONGEST_NAME = 1000

_WORD = re.compile(r"\w*\Z")


def completions(snapshot: Snapshot, offset: int) -> list[Completion]:
    """Everything that may be written at an offset, the likeliest first."""
    at = snapshot.unit_at(max(offset - 1, 0))
    here = UnitAt(at.unit, at.offset, offset - at.offset)
    language = snapshot.reading.language
    if isinstance(at.unit, ConfigUnit):
        return list(_of_configuration(here))
    if isinstance(at.unit, SgmlUnit) and isinstance(language, SgmlLanguage):
        chains = chains_at(snapshot, at.offset)
        ties = list(identifier_completions(chains._replace(place=here.place))) if chains is not None else []
        return ties or list(tag_completions(here, language))
    if isinstance(at.unit, TemplateUnit):
        return list(template_completions(snapshot, here))
    if isinstance(at.unit, BnfUnit):
        return list(bnf_completions(at.unit, offset))
    return []


def _of_configuration(at: UnitAt) -> Iterator[Completion]:
    text, place = at.unit.text, at.place
    before = _WORD.search(text[max(place - LONGEST_NAME, 0) : place])
    start = at.offset + place - (len(before.group()) if before else 0)
    end = at.offset + word_end(text, place)
    for each in configuration_completions(at.unit, place):
        yield Completion(each.label, CompletionKind.OPTION, each.insert, start, end, each.documentation)
