"""Tells at little cost that a record has no finding, or no fault that scoring leaves out."""

from keytally.evaluations.template_json.formats.sound import SoundRecord, mention_offset, mention_text
from keytally.evaluations.template_json.scoring.templates import distinct_sound


def is_clean(record: SoundRecord, content: str) -> bool:
    """Whether a sound record has no finding; `content` is what the task reads of it."""
    templates = record.templates or ()
    if content and content not in record.content:
        return False
    if not all(template.type.strip() for template in templates):
        return False
    if len(templates) > 1 and len(distinct_sound(templates)) < len(templates):
        return False
    return record.text is None or mentions_stand(record, record.text)


def mentions_stand(record: SoundRecord, text: str) -> bool:
    """Whether all mentions stand in a text, those with an offset there; case does not count."""
    folded = text.lower()
    mentions = (
        each for roles in record.roles() for some in roles.values() for entity in some for each in entity
    )
    return all(_stands(each, text, folded) for each in mentions)


def _stands(mention: object, text: str, folded: str) -> bool:
    words, offset = mention_text(mention), mention_offset(mention)
    wanted = words.lower()
    if offset is None:
        return wanted in folded
    return wanted in folded and text[offset : offset + len(words)].lower() == wanted
