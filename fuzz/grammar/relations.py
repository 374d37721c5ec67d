"""Relations between spans: a key and a response, each in a form of its own."""

import json
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from fuzz.grammar.words import WORDS, line_end, mostly, pair

_TYPES = ("PER", "ORG", "A-B", "")
_KINDS = ("works_for", "In", "Equiv", "", None)
_ODD: tuple[Any, ...] = (None, 7, -1, "T9", [], {"start": 0}, True, "\u202e")
_OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"arguments": '"span"'},
    {"arguments": '"types"'},
    {"symmetric": '"Equiv"'},
    {"documents": '"order"'},
)


class _Document(NamedTuple):
    """A text, its spans with types, and its relations: a kind and the numbers of two spans."""

    name: str
    text: str
    spans: list[tuple[int, int, str]]
    relations: list[tuple[Any, int, int]]


def workspace(chance: Random) -> dict[str, str]:
    """Some documents with relations, in one or two forms."""
    key = [_document(chance, number) for number in range(chance.randint(1, 4))]
    response = [_changed(chance, document) for document in key if chance.random() < 0.95]
    forms = [chance.choice(sorted(_FORMS)) for _ in range(2)]
    names = f"key{_FORMS[forms[0]][0]}", f"response{_FORMS[forms[1]][0]}"
    options = chance.choice(_OPTIONS)
    table = "".join(f"{name} = {value}\n" for name, value in options.items())
    stated = pair("relations", *names, chance).rstrip("\n") + "\n"
    files = {"keytally.toml": f"{stated}[pair.options]\n{table}" if table else stated}
    end = line_end(chance)
    for name, form, documents in zip(names, forms, (key, response), strict=True):
        files[name] = _FORMS[form][1](chance, documents).replace("\n", end)
    return files


def _document(chance: Random, number: int) -> _Document:
    text = " ".join(chance.choice(WORDS) for _ in range(chance.randint(1, 12)))
    spans = sorted(_span(chance, text) for _ in range(chance.randint(0, 6)))
    relations = [_relation(chance, len(spans)) for _ in range(chance.randint(0, 5)) if spans]
    return _Document(str(number), text, spans, relations)


def _span(chance: Random, text: str) -> tuple[int, int, str]:
    start = chance.randint(0, len(text))
    return start, min(len(text), start + chance.choice((0, 1, 3, 3, 8))), chance.choice(_TYPES)


def _relation(chance: Random, count: int) -> tuple[Any, int, int]:
    return chance.choice(_KINDS), chance.randrange(count), chance.randrange(count)


def _changed(chance: Random, document: _Document) -> _Document:
    spans = [_span(chance, document.text) if chance.random() < 0.1 else span for span in document.spans]
    relations = [
        _relation(chance, len(spans)) if chance.random() < 0.2 else relation
        for relation in document.relations
        if chance.random() < 0.9
    ]
    return document._replace(spans=spans, relations=relations)


def _value(chance: Random, value: Any) -> Any:
    """Return a value as it is, or seldom one that does not belong there."""
    return chance.choice(_ODD) if chance.random() < 0.02 else value


def _plain(chance: Random, document: _Document) -> dict[str, Any]:
    has_names = chance.random() < 0.7
    entities = [
        {**({"id": f"T{at}"} if has_names else {}), "start": _value(chance, start), "end": end, "label": kind}
        for at, (start, end, kind) in enumerate(document.spans)
    ]
    ends: list[Any] = [f"T{at}" if has_names else at for at in range(len(entities))]
    words = [document.text[start:end] for start, end, _ in document.spans]
    relations = [
        {
            "head": _value(chance, mostly(chance, (ends[head],), (words[head],), 0.05)),
            "tail": _value(chance, ends[tail]),
            "relation": kind,
        }
        for kind, head, tail in document.relations
    ]
    return {"id": document.name, "text": document.text, "entities": entities, "relations": relations}


def _doccano(chance: Random, document: _Document) -> dict[str, Any]:
    entities = [
        {"id": at + 10, "start_offset": start, "end_offset": _value(chance, end), "label": kind}
        for at, (start, end, kind) in enumerate(document.spans)
    ]
    relations = [
        {"id": at, "from_id": _value(chance, head + 10), "to_id": tail + 10, "type": kind}
        for at, (kind, head, tail) in enumerate(document.relations)
    ]
    return {"id": document.name, "text": document.text, "entities": entities, "relations": relations}


def _prodigy(chance: Random, document: _Document) -> dict[str, Any]:
    spans = [{"start": start, "end": end, "label": kind} for start, end, kind in document.spans]
    relations = [
        {
            "head": head,
            "child": tail,
            "head_span": _value(chance, spans[head]),
            "child_span": spans[tail],
            "label": kind,
        }
        for kind, head, tail in document.relations
    ]
    answer = chance.choice(("accept", "accept", "accept", "ignore"))
    meta = {"source": document.name}
    return {"text": document.text, "spans": spans, "relations": relations, "meta": meta, "answer": answer}


def _label_studio(chance: Random, documents: list[_Document]) -> str:
    return json.dumps([_task(chance, document) for document in documents], indent=chance.choice((None, 1)))


def _task(chance: Random, document: _Document) -> dict[str, Any]:
    regions = [
        {
            "id": f"r{at}",
            "type": "labels",
            "from_name": "label",
            "to_name": "text",
            "value": {"start": start, "end": end, "text": document.text[start:end], "labels": [kind]},
        }
        for at, (start, end, kind) in enumerate(document.spans)
    ]
    links = [
        {
            "type": "relation",
            "from_id": _value(chance, f"r{head}"),
            "to_id": f"r{tail}",
            "direction": chance.choice(("right", "left", "bi", None)),
            "labels": [kind] if kind is not None else [],
        }
        for kind, head, tail in document.relations
    ]
    result = [*regions, *links]
    return {"id": document.name, "data": {"text": document.text}, "annotations": [{"result": result}]}


def _brat(chance: Random, documents: list[_Document]) -> str:
    document = documents[0] if documents else _Document("0", "", [], [])
    lines = [
        f"T{at}\t{kind or 'X'} {start} {end}\t{document.text[start:end]}"
        for at, (start, end, kind) in enumerate(document.spans)
    ]
    for at, (kind, head, tail) in enumerate(document.relations):
        forms = (f"R{at}\t{kind or 'In'} Arg1:T{head} Arg2:T{tail}",)
        odd = (f"*\tEquiv T{head} T{tail}", f"E{at}\tX:T{head} Theme:T{tail}", f"R{at}\tIn Arg1:T{head}")
        lines.append(mostly(chance, forms, odd, 0.3))
    chance.shuffle(lines)
    return "".join(f"{line}\n" for line in lines)


def _lines(record: Callable[[Random, _Document], dict[str, Any]]) -> "Writer":
    """Return a writer of one record per line."""
    return lambda chance, documents: "".join(
        f"{json.dumps(record(chance, document))}\n" for document in documents
    )


Writer = Callable[[Random, list[_Document]], str]

_FORMS: dict[str, tuple[str, Writer]] = {
    "plain": (".jsonl", _lines(_plain)),
    "doccano": (".jsonl", _lines(_doccano)),
    "prodigy": (".jsonl", _lines(_prodigy)),
    "label-studio": (".json", _label_studio),
    "brat": (".ann", _brat),
}
"""The extension of a file of each form, and its writer."""
