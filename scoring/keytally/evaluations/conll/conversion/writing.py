"""CoNLL-2012 of documents: five cells a row, chains numbered from 1 by their first mentions."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from keytally.evaluations.conll.conversion.names import cells_of, numbered, written_name
from keytally.evaluations.converted import Document


def written(documents: Sequence[Document]) -> str:
    """The text of a file."""
    names = numbered([document.name for document in documents])
    return "".join(chain.from_iterable(map(_document, documents, names)))


def _document(document: Document, full_name: str) -> Iterator[str]:
    name, part = cells_of(full_name)
    brackets = _brackets(document)
    yield f"#begin document {written_name(full_name)}\n"
    for sentence in document.sentences or ():
        for number, (start, end) in enumerate(sentence):
            cell = "|".join(brackets.get(start, ())) or "-"
            yield f"{name}\t{part}\t{number}\t{document.text[start:end]}\t{cell}\n"
        yield "\n"
    yield "#end document\n"


def _brackets(document: Document) -> Mapping[int, Sequence[str]]:
    """The brackets of each token, by where it starts: those that open, whole ones, those that close."""
    names = _names(document)
    last_of = {end: start for sentence in document.sentences or () for start, end in sentence}
    opening: dict[int, list[str]] = {}
    whole: dict[int, list[str]] = {}
    closing: dict[int, list[str]] = {}
    for number, entity in enumerate(document.entities):
        first, last = entity.start, last_of[entity.end]
        if first == last:
            whole.setdefault(first, []).append(f"({names[number]})")
        else:
            opening.setdefault(first, []).append(f"({names[number]}")
            closing.setdefault(last, []).insert(0, f"{names[number]})")
    starts = {*opening, *whole, *closing}
    return {at: [*opening.get(at, ()), *whole.get(at, ()), *closing.get(at, ())] for at in starts}


def _names(document: Document) -> Sequence[int]:
    """The number of each mention's chain; a mention in none is one by itself."""
    chain_of = {index: chain[0] for chain in document.chains for index in chain}
    numbers: dict[int, int] = {}
    return [
        numbers.setdefault(chain_of.get(index, index), len(numbers) + 1)
        for index in range(len(document.entities))
    ]
