"""Rules for mentions beside the text of the document."""

from collections.abc import Iterator

from keytally.evaluations.template_json.formats.places import short
from keytally.evaluations.template_json.formats.tree import Value
from keytally.evaluations.template_json.model import Mention, Template
from keytally.findings.finding import Finding
from keytally.findings.table.template_json import JSON_MENTION, JSON_MENTION_AT, JsonMentionAt


def not_in_text(template: Template, text: Value | None) -> Iterator[Finding]:
    """A finding on each mention that the text lacks, or has not at the offset; case does not count."""
    if text is None:
        return
    folded = text.text.lower()
    for role in template.roles:
        for entity in role.entities:
            for mention in entity.mentions:
                yield from _compared(mention, text.text, folded)


def _compared(mention: Mention, words: str, folded: str) -> Iterator[Finding]:
    """A mention compared with the text; `folded` is the text in lower case."""
    wanted, offset = mention.text.lower(), mention.offset
    place = (mention.start, mention.end)
    if wanted not in folded:
        yield JSON_MENTION.finding(*place, {"mention": short(mention.text)})
    elif offset is not None and words[offset : offset + len(mention.text)].lower() != wanted:
        there = short(words[offset : offset + len(mention.text)]) or "nothing"
        arguments: JsonMentionAt = {"mention": short(mention.text), "offset": offset, "there": there}
        yield JSON_MENTION_AT.finding(*place, arguments)
