"""Labelled spans in files of annotation tools: a key and a response, each in a format of its own."""

import json
from random import Random
from typing import Any
from xml.sax.saxutils import quoteattr

from fuzz.grammar.words import WORDS, line_end, mostly, pair

_TYPES = ("PER", "LOC", "ORG", "A-B", "")
_ODD: tuple[Any, ...] = (None, 3, [], {"a": 1}, "", "\u202e")

Span = tuple[int, int, str]
Document = tuple[str, str, list[Span]]


def workspace(chance: Random) -> dict[str, str]:
    """Some documents with spans, written by two of the tools."""
    key = [_document(chance, number) for number in range(chance.randint(1, 4))]
    response = [_changed(chance, document) for document in key if chance.random() < 0.95]
    forms = [chance.choice(sorted(_FORMS)) for _ in range(2)]
    names = f"key{_FORMS[forms[0]][0]}", f"response{_FORMS[forms[1]][0]}"
    end = line_end(chance)
    files = {"keytally.toml": pair("spans", *names, chance)}
    for name, form, documents in zip(names, forms, (key, response), strict=True):
        files[name] = _FORMS[form][1](chance, documents).replace("\n", end)
    return files


def _document(chance: Random, number: int) -> Document:
    text = " ".join(chance.choice(WORDS) for _ in range(chance.randint(1, 12)))
    return str(number), text, sorted(_span(chance, text) for _ in range(chance.randint(0, 6)))


def _span(chance: Random, text: str) -> Span:
    start = chance.randint(0, len(text))
    end = min(len(text), start + chance.choice((0, 1, 3, 3, 8)))
    return start, end, chance.choice(_TYPES)


def _changed(chance: Random, document: Document) -> Document:
    name, text, spans = document
    kept = [_span(chance, text) if chance.random() < 0.2 else span for span in spans]
    return name, text, [span for span in kept if chance.random() < 0.9]


def _value(chance: Random, value: Any) -> Any:
    """Return a value as it is, or seldom one that does not belong there."""
    return chance.choice(_ODD) if chance.random() < 0.02 else value


def _doccano(chance: Random, documents: list[Document]) -> str:
    return "".join(
        json.dumps({"id": _value(chance, name), "text": text, "label": [list(span) for span in spans]}) + "\n"
        for name, text, spans in documents
    )


def _langextract(chance: Random, documents: list[Document]) -> str:
    return "".join(
        json.dumps(
            {
                "extractions": [_extraction(chance, text, *span) for span in spans],
                "text": text,
                "document_id": _value(chance, name),
            }
        )
        + "\n"
        for name, text, spans in documents
    )


def _extraction(chance: Random, text: str, start: int, end: int, kind: str) -> dict[str, Any]:
    statuses = ("match_exact", "match_fuzzy", "match_lesser", None)
    state = chance.choice(("glad", ["glad", "tired"]))
    return {
        "extraction_class": _value(chance, kind),
        "extraction_text": _value(chance, mostly(chance, (text[start:end],), ("other words",))),
        "char_interval": _value(chance, {"start_pos": _value(chance, start), "end_pos": end}),
        "alignment_status": chance.choice(statuses),
        "attributes": _value(chance, {"state": _value(chance, state)}),
    }


def _uima_cas(chance: Random, documents: list[Document]) -> str:
    _, text, spans = documents[0] if documents else ("", "", [])
    entities = [
        f'<type:Entity xmi:id="{number}" sofa="1" begin="{_value(chance, start)}" end="{end}"'
        f" value={quoteattr(kind)}/>"
        for number, (start, end, kind) in enumerate(spans, 10)
    ]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas='
        '"http:///uima/cas.ecore" xmlns:type="http:///custom/type.ecore" xmi:version="2.0">\n'
        '<cas:NULL xmi:id="0"/>\n'
        + "\n".join(entities)
        + f'\n<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" sofaString={quoteattr(text)}/>\n'
        + f'<cas:View sofa="1" members="{" ".join(map(str, range(10, 10 + len(spans))))}"/>\n</xmi:XMI>\n'
    )


def _label_studio(chance: Random, documents: list[Document]) -> str:
    tasks = [
        {
            "id": _value(chance, name),
            "data": {"text": _value(chance, text)},
            "annotations": [{"result": [_region(chance, text, span) for span in spans]}],
        }
        for name, text, spans in documents
    ]
    return json.dumps(tasks, indent=chance.choice((None, None, 1, 2, 4)))


def _region(chance: Random, text: str, span: Span) -> dict[str, Any]:
    start, end, kind = span
    value = {"start": _value(chance, start), "end": end, "text": text[start:end], "labels": [kind]}
    return {"id": str(chance.randint(0, 99)), "type": "labels", "to_name": "text", "value": value}


def _prodigy(chance: Random, documents: list[Document]) -> str:
    records = [
        {
            "text": text,
            "spans": [
                {"start": _value(chance, start), "end": end, "label": kind} for start, end, kind in spans
            ],
            "meta": {"source": name},
            "answer": chance.choice(("accept", "accept", "accept", "reject")),
        }
        for name, text, spans in documents
    ]
    return "".join(f"{json.dumps(record)}\n" for record in records)


def _spacy(chance: Random, documents: list[Document]) -> str:
    records = [[text, {"entities": [list(span) for span in spans]}] for _, text, spans in documents]
    if chance.random() < 0.5:
        return json.dumps(records)
    return "".join(f"{json.dumps(record)}\n" for record in records)


def _tags(text: str, spans: list[Span]) -> list[tuple[str, str]]:
    """The words of a text, each with a tag by the first span that overlaps it."""
    found, at = [], 0
    for word in text.split(" "):
        kinds = [(kind, start >= at) for start, end, kind in spans if start < at + len(word) and end > at]
        kind, begins = kinds[0] if kinds else ("", False)
        found.append((word, f"{'B' if begins else 'I'}-{kind}" if kind else "O"))
        at += len(word) + 1
    return found


def _spacy_2(chance: Random, documents: list[Document]) -> str:
    values = [
        {"id": number, "paragraphs": [_paragraph(chance, text, spans)]}
        for number, (_, text, spans) in enumerate(documents)
    ]
    return json.dumps(values, indent=chance.choice((None, 1)))


def _paragraph(chance: Random, text: str, spans: list[Span]) -> dict[str, Any]:
    tokens = [
        {"orth": _value(chance, word), "ner": _value(chance, chance.choice((tag, tag, tag, "-")))}
        for word, tag in _tags(text, spans)
    ]
    raw = {"raw": _value(chance, text)} if chance.random() < 0.7 else {}
    return {**raw, "sentences": [{"tokens": tokens, "brackets": []}]}


def _huggingface(chance: Random, documents: list[Document]) -> str:
    records = []
    for name, text, spans in documents:
        tagged = _tags(text, spans)
        tags = [_value(chance, tag) for _, tag in tagged]
        records.append({"id": _value(chance, name), "tokens": [word for word, _ in tagged], "ner_tags": tags})
    return "".join(f"{json.dumps(record)}\n" for record in records)


def _brat(chance: Random, documents: list[Document]) -> str:
    _, text, spans = documents[0] if documents else ("", "", [])
    lines = [
        f"T{number}\t{kind or 'X'} {start} {end}\t{mostly(chance, (text[start:end],), ('other',), 0.05)}"
        for number, (start, end, kind) in enumerate(spans, 1)
    ]
    lines += [f"A{number}\tKind T{chance.randint(1, 9)} x" for number in range(chance.randint(0, 2))]
    lines += [f"R{number}\tIn Arg1:T1 Arg2:T{chance.randint(1, 9)}" for number in range(chance.randint(0, 1))]
    chance.shuffle(lines)
    return "".join(f"{line}\n" for line in lines)


_FORMS = {
    "doccano": (".jsonl", _doccano),
    "langextract": (".jsonl", _langextract),
    "label-studio": (".json", _label_studio),
    "prodigy": (".jsonl", _prodigy),
    "spacy": (".jsonl", _spacy),
    "spacy-2": (".json", _spacy_2),
    "huggingface": (".jsonl", _huggingface),
    "brat": (".ann", _brat),
    "uima-cas": (".xmi", _uima_cas),
}
"""The extension of a file of each format, and its writer."""
