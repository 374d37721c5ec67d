"""Writes documents in a format, and reads them again to see that nothing else has changed."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath

from keytally.conversion.outputs import Converted, Output
from keytally.conversion.reduction import reduced, shown
from keytally.evaluations.converted import (
    ConversionFormat,
    Document,
    Entity,
    Loss,
    ReadDocuments,
    SourceText,
)
from keytally.text.difference import common_prefix
from keytally.text.lines import count_line_ends

_NOT_IN_NAMES = re.compile(r"[\0-\x1f\x7f/\\:*?\"<>|]|^[.]+|\s+$")
_LONGEST_NAME = 100


def read_documents(form: ConversionFormat, texts: Sequence[SourceText]) -> ReadDocuments:
    """The documents in the texts of a format's parts, with whether only their file names them."""
    found = form.read(texts)
    if form.holds.names and not form.by_document:
        return found
    return found._replace(documents=[replace(each, by_file=True) for each in found.documents])


def convert(
    documents: Sequence[Document], target: ConversionFormat, stem: str = "document", file: str | None = None
) -> Converted:
    """Documents in a format.

    `stem` names those without a name, where each has a file of its own. `file` is the name, without an
    extension, of the file that all are written to, if there is one.
    """
    held: list[Document] = []
    losses: list[Loss] = []
    is_alone = len({document.place.file for document in documents}) == 1
    for document in documents:
        is_known = is_alone and document.by_file and file in (None, document.name)
        kept, lost = reduced(document, target.holds, is_known=is_known)
        if kept.text or target.holds.text:
            held.append(kept)
            losses += lost
        else:
            losses.append(Loss(document.place, "the document has no words and is left out"))
    if target.by_document:
        names = [file] if file and len(held) == 1 else _names(held, stem)
        outputs = [Output(name, target.write([each])) for name, each in zip(names, held, strict=True)]
        read = [document for output in outputs for document in _read(output, target)]
        losses += _named_now(held, outputs)
        held = [
            each if each.name else replace(each, name=output.name)
            for each, output in zip(held, outputs, strict=True)
        ]
    else:
        outputs = [Output("", target.write(held))]
        read = list(_read(outputs[0], target))
    return Converted(outputs, [*losses, *_changes(held, read)])


def _read(output: Output, target: ConversionFormat) -> Sequence[Document]:
    texts = [
        SourceText(f"{output.name}{part}", text)
        for part, text in zip(target.parts, output.texts, strict=True)
    ]
    return target.read(texts).documents


def _names(documents: Sequence[Document], stem: str) -> Iterator[str]:
    """The name of the file of each document, which no other has.

    One without a name is named by the file that it comes from, which is `stem` where all come from one.
    """
    taken: set[str] = set()
    in_file, seen = Counter(each.place.file for each in documents), Counter[str]()
    for number, document in enumerate(documents, 1):
        file = document.place.file
        seen[file] += 1
        own = stem if len(in_file) == 1 else PurePath(file).stem
        unnamed = own if in_file[file] == 1 else f"{own}-{seen[file]}"
        name = base = _NOT_IN_NAMES.sub("_", document.name)[:_LONGEST_NAME] or unnamed
        while name.lower() in taken:
            name = f"{base}-{number}" if name == base else f"{name}_"
        taken.add(name.lower())
        yield name


def _named_now(documents: Sequence[Document], outputs: Sequence[Output]) -> Iterator[Loss]:
    """Documents that have no name, though they could have one, and that are named by their new files."""
    for document, output in zip(documents, outputs, strict=True):
        if not document.name and not document.by_file:
            yield Loss(document.place, f"the document has no name and becomes {output.name}")


def _changes(meant: Sequence[Document], read: Sequence[Document]) -> Iterator[Loss]:
    """What is read otherwise than it was meant."""
    if len(meant) != len(read):
        place = meant[0].place if meant else read[0].place
        yield Loss(place._replace(line=0), f"{len(meant)} documents would be read as {len(read)}")
        return
    for one, other in zip(meant, read, strict=True):
        yield from _changes_of(one, other)


def _changes_of(meant: Document, read: Document) -> Iterator[Loss]:
    if meant.name and meant.name != read.name:
        yield Loss(meant.place, f"the name {meant.name} becomes {read.name or 'none'}")
    if _without_end(meant.text) != _without_end(read.text):
        line = count_line_ends(meant.text[: common_prefix(meant.text, read.text)]) + 1
        yield Loss(meant.place, f"the text would be read otherwise from its line {line} on")
        return
    remaining = Counter(read.entities)
    for entity in meant.entities:
        if not remaining[entity]:
            yield Loss(entity.place, f"{shown(meant, entity)} would be read otherwise")
        remaining[entity] -= 1
    if len(read.entities) > len(meant.entities):
        yield Loss(meant.place, f"{len(read.entities) - len(meant.entities)} further entities would be read")
    if meant.entities == read.entities and chains_of(meant) != chains_of(read):
        yield Loss(meant.place, "its chains would be read otherwise")
    if meant.sentences is not None and meant.sentences != read.sentences:
        yield Loss(meant.place, "its sentences or tokens would be read otherwise")


def chains_of(document: Document) -> Counter[tuple[Entity, ...]]:
    """The chains by their mentions: of two equal ones either may stand in a chain."""
    return Counter(tuple(document.entities[each] for each in chain) for chain in document.chains)


def _without_end(text: str) -> str:
    """A text without the line end behind it, which some formats have always and some never."""
    return text.removesuffix("\n")
