"""JSON Lines of neural coreference programs: sentences as lists of words, and clusters as lists of word
ranges.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

from keytally.families.contract import SettingsError
from keytally.families.interchange import (
    MENTION,
    ConversionFormat,
    Document,
    Entity,
    Extent,
    Fault,
    FaultKind,
    FormatCapabilities,
    Loss,
    Place,
    ReadDocuments,
    Sentence,
    SourceText,
    arranged,
)
from keytally.text.json_text import in_message, json_fault
from keytally.text.positions import LINE_END

# e2e-coref, SpanBERT, fastcoref, LingMess and Maverick read and write such files. A range consists of the
# numbers of its first and its last word in the document.


_SENTENCES, _NAME = "sentences", "doc_key"
_CLUSTERS = ("clusters", "predicted_clusters")
"""The fields that contain clusters; the field for gold clusters comes first."""

CLUSTERS = "clusters"
_OPTIONS = {CLUSTERS: "the field with the clusters: clusters or predicted_clusters (default: clusters)"}


def _clusters_field(values: Mapping[str, Any]) -> str | None:
    return next((name for name in _CLUSTERS if isinstance(values.get(name), list)), None)


def _is_document(values: object) -> bool:
    """Return whether a value has sentences of words and a list of clusters."""
    if not isinstance(values, dict) or _clusters_field(values) is None:
        return False
    sentences = values.get(_SENTENCES)
    return isinstance(sentences, list) and all(
        isinstance(sentence, list) and all(isinstance(word, str) for word in sentence)
        for sentence in sentences
    )


def _read(texts: Sequence[SourceText]) -> ReadDocuments:
    return _read_lines(texts[0], _clusters_field)


def _read_with(texts: Sequence[SourceText], options: Mapping[str, str]) -> ReadDocuments:
    """Read documents whose clusters are in the field that the options specify (default: `clusters`).
    Raises SettingsError for an unknown field.
    """
    field = options.get(CLUSTERS, _CLUSTERS[0])
    if field not in _CLUSTERS:
        raise SettingsError([f"{CLUSTERS}={field}: it must be one of {', '.join(_CLUSTERS)}"])
    return _read_lines(texts[0], lambda values: field)


def _read_lines(source: SourceText, field_of: Callable[[Mapping[str, Any]], str | None]) -> ReadDocuments:
    documents: list[Document] = []
    losses: list[Loss] = []
    for number, line in enumerate(LINE_END.split(source.text), 1):
        if not line.strip():
            continue
        place = Place(source.shown, number)
        values, wrong = _value_of(line)
        if wrong:
            losses.append(Loss(place, f"{wrong}; it is left out", Fault(FaultKind.LINE, wrong)))
            continue
        reader = _LineReader(values, field_of(values) or _CLUSTERS[0], place)
        documents.append(reader.document())
        losses += reader.losses
    return ReadDocuments(documents, losses)


def _value_of(line: str) -> tuple[dict[str, Any], str]:
    """Return the JSON object on a line and the problem with it, or "" if there is none."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        why = error.msg if isinstance(error, json.JSONDecodeError) else json_fault(error)
        return {}, f"the line is not JSON ({why})"
    if _is_document(value):
        return value, ""
    return {}, "the line must contain sentences, as lists of words, and a list of clusters"


class _LineReader:
    """Reads the document of a line."""

    def __init__(self, values: dict[str, Any], field: str, place: Place) -> None:
        self.losses: list[Loss] = []
        self._values = values
        self._field = field
        self._place = place

    def document(self) -> Document:
        """Return the document, with spaces between words and each sentence on its own line."""
        values = self._values
        for name in sorted(values.keys() - {_SENTENCES, _NAME, self._field}):
            if values[name] not in (None, "", [], {}):
                self.losses.append(Loss(self._place, f"the field {name} is left out"))
        sentences = [sentence for sentence in values[_SENTENCES] if sentence]
        text = "\n".join(" ".join(sentence) for sentence in sentences)
        tokens = list(_extents([word for sentence in sentences for word in sentence]))
        found = arranged(*self._mentions(tokens))
        ends = [0, *accumulate(len(sentence) for sentence in sentences)]
        places: tuple[Sentence, ...] = tuple(tuple(tokens[start:end]) for start, end in pairwise(ends))
        name = values[_NAME] if isinstance(values.get(_NAME), str) else ""
        return Document(
            *(name, text, found.entities, found.chains, places),
            place=self._place,
            all_mentions=True,
        )

    def _mentions(self, tokens: Sequence[Extent]) -> tuple[list[Entity], list[tuple[int, int]]]:
        """Return the mentions, and the links that form their chains."""
        entities: list[Entity] = []
        links: list[tuple[int, int]] = []
        for cluster in self._listed(self._values.get(self._field)):
            first = len(entities)
            for mention in self._listed(cluster):
                if _is_range(mention, len(tokens)):
                    extent = tokens[mention[0]][0], tokens[mention[1]][1]
                    entities.append(Entity((extent,), MENTION, (), self._place))
                else:
                    self._lose(f"the mention {in_message(mention)} is not a range of words", mention)
            links += ((first, other) for other in range(first + 1, len(entities)))
        return entities, links

    def _listed(self, value: object) -> Sequence[Any]:
        if isinstance(value, list):
            return value
        if value is not None:
            self._lose(f"{in_message(value)} is not a list of ranges of words", value)
        return ()

    def _lose(self, wrong: str, value: object) -> None:
        piece = json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else ""
        fault = Fault(FaultKind.OFFSET, wrong, piece)
        self.losses.append(Loss(self._place, f"{wrong} and is left out", fault))


def _is_range(mention: object, count: int) -> bool:
    """Return whether a mention consists of the numbers of its first and last words, in order and below
    `count`.
    """
    if not isinstance(mention, list) or len(mention) != 2:
        return False
    return all(type(number) is int for number in mention) and 0 <= mention[0] <= mention[1] < count


def _extents(words: Sequence[str]) -> Iterator[Extent]:
    start = 0
    for word in words:
        yield start, start + len(word)
        start += len(word) + 1


def _is_of(name: str, beginning: str) -> bool:
    if not beginning.lstrip().startswith("{"):
        return False
    first = next(filter(str.strip, LINE_END.split(beginning)), "")
    return not _value_of(first)[1]


COREF_JSON = ConversionFormat(
    *("coref-jsonlines", "JSON Lines with sentences and clusters", (".jsonlines",)),
    FormatCapabilities(
        text=False, tokens="needed", empty=False, chains=True, typed_mentions=False, mentions_only=True
    ),
    _is_of,
    _read,
    is_checked=True,
    options=_OPTIONS,
    read_with=_read_with,
)
