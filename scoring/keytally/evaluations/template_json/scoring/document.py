"""The comparison of a document: of its templates, or of its roles."""

from collections.abc import Sequence

from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.evaluations.template_json.scoring.ceaf_ree import proportional, ree_counts, strict
from keytally.evaluations.template_json.scoring.result import DocumentScore
from keytally.evaluations.template_json.scoring.templates import (
    compared,
    compared_sound,
    distinct,
    distinct_sound,
    roles_of,
    roles_of_sound,
)
from keytally.measures.templates.compared import Compared, Roles
from keytally.measures.templates.measuring import MEASURES, measured

STRICT, PROPORTIONAL = "ceaf_ree_strict", "ceaf_ree_prop"
OF_TEMPLATES = MEASURES
OF_ROLES = (STRICT, PROPORTIONAL)


def templates_score(document: str, key: RecordUnit, response: RecordUnit | None) -> DocumentScore:
    """The score of a document's templates; equal templates of the key count once."""
    sides = key_templates(key), response_templates(response)
    measures, chosen = measured(*sides)
    return DocumentScore(document, key, response, measures, chosen)


def roles_score(document: str, key: RecordUnit, response: RecordUnit | None) -> DocumentScore:
    """The score of a document's roles."""
    gold, found = map(document_roles, (key, response))
    measures = {
        STRICT: ree_counts(gold, found, strict),
        PROPORTIONAL: ree_counts(gold, found, proportional),
    }
    return DocumentScore(document, key, response, measures)


def key_templates(unit: RecordUnit) -> Sequence[Compared]:
    """The templates of a key's record that count."""
    sound = unit.sound()
    if sound is not None:
        return [compared_sound(template) for template in distinct_sound(sound.templates or ())]
    return [compared(template) for template in distinct(unit.record().templates or ())]


def response_templates(unit: RecordUnit | None) -> Sequence[Compared]:
    """The templates of a response's record."""
    if unit is None:
        return []
    sound = unit.sound()
    if sound is not None:
        return [compared_sound(template) for template in sound.templates or ()]
    return [compared(template) for template in unit.record().templates or ()]


def document_roles(unit: RecordUnit | None) -> Roles:
    """The roles of a document without templates."""
    if unit is None:
        return {}
    sound = unit.sound()
    return roles_of(unit.record().extracts) if sound is None else roles_of_sound(sound.extracts or {})
