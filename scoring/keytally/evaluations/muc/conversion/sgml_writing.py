"""SGML of documents: a tag for each entity; mentions are numbered, each one refers to the one before it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from keytally.evaluations.converted import MENTION, Document, Entity
from keytally.evaluations.muc.conversion.entity_tags import TAG_ATTRIBUTE, chosen_tag
from keytally.evaluations.muc.conversion.envelope import begins_document, enveloped
from keytally.evaluations.muc.formats.sgml.syntax import IDENTITY

_MENTION_TAG = MENTION


def written(documents: Sequence[Document]) -> str:
    """The text of a file; a document ends with its line."""
    return "".join(text if text.endswith("\n") else f"{text}\n" for text in map(_document, documents))


def _document(document: Document) -> str:
    if begins_document(document.text):
        return _tagged(document, document.text, 0)
    outer = enveloped(document.name, document.text)
    return _tagged(document, outer.text, outer.start)


def _tagged(document: Document, text: str, start: int) -> str:
    """The text with its tags; entities are nested, and stand in order, the longer first."""
    pieces: list[str] = []
    waiting: list[tuple[int, str]] = []
    cursor = 0
    for entity, (opening, closing) in zip(document.entities, _tags(document), strict=True):
        first, last = entity.start + start, entity.end + start
        while waiting and (waiting[-1][0] < first or (waiting[-1][0] == first < last)):
            end, tag = waiting.pop()
            pieces += [text[cursor:end], tag]
            cursor = end
        pieces += [text[cursor:first], opening]
        cursor = first
        waiting.append((last, closing))
    while waiting:
        end, tag = waiting.pop()
        pieces += [text[cursor:end], tag]
        cursor = end
    return "".join([*pieces, text[cursor:]])


def _tags(document: Document) -> Iterator[tuple[str, str]]:
    """The open and close tags of the entities."""
    previous = {index: before for chain in document.chains for before, index in pairwise(chain)}
    chained = {index for chain in document.chains for index in chain}
    numbers: dict[int, int] = {}
    for index, entity in enumerate(document.entities):
        if index in chained or entity.type == MENTION:
            numbers[index] = len(numbers)
            before = previous.get(index)
            yield (
                _mention(entity, numbers[index], None if before is None else numbers[before]),
                f"</{_MENTION_TAG}>",
            )
        else:
            name = chosen_tag(entity.type, dict(entity.attributes).get(TAG_ATTRIBUTE)).upper()
            kind = {"type": entity.type} if entity.type else {}
            yield _open(name, {**kind, **_others(entity)}), f"</{name}>"


def _mention(entity: Entity, number: int, before: int | None) -> str:
    links = {} if before is None else {"type": IDENTITY, "ref": str(before)}
    return _open(_MENTION_TAG, {"id": str(number), **links, **_others(entity)})


def _others(entity: Entity) -> dict[str, str]:
    return {name: value for name, value in entity.attributes if name != TAG_ATTRIBUTE}


def _open(name: str, attributes: Mapping[str, str]) -> str:
    parts = (f' {each.upper()}="{value}"' for each, value in attributes.items())
    return f"<{name}{''.join(parts)}>"
