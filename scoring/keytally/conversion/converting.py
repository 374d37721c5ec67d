"""The conversion formats, the conversion of documents to a format, and the checking of files in these
formats.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import PurePath
from types import MappingProxyType
from typing import NamedTuple

from keytally.conversion.reduction import reduce_document, shown_entity
from keytally.conversion.tokenisation import Tokeniser
from keytally.families import registry
from keytally.families.contract import Language, Role
from keytally.families.faults import findings_of
from keytally.families.interchange import (
    NO_OPTIONS,
    AnyFormat,
    ConversionFormat,
    Document,
    Entity,
    Fault,
    FaultKind,
    Loss,
    Place,
    ReadDocuments,
    RecordDocument,
    RecordFormat,
    SourceText,
)
from keytally.findings.finding import Finding
from keytally.text.difference import common_prefix
from keytally.text.positions import count_line_ends
from keytally.text.rendering import quantity


@cache
def formats() -> dict[str, AnyFormat]:
    """Return the formats by name; if two have the same name, the first is used."""
    found: dict[str, AnyFormat] = {}
    of_families = [form for family in registry.families() for form in family.conversions()]
    for form in sorted(of_families, key=_rank):
        found.setdefault(form.name, form)
    return found


def _rank(form: AnyFormat) -> int:
    """Return the rank of a format in detection: checked formats of entities and chains come first, and
    among these, formats that keytally can write.
    """
    if form.kind != "entities and chains" or not form.is_checked:
        return 2
    return int(form.write is None)


def format_of(name: str, text: str) -> AnyFormat | None:
    """Return the format of a file, detected from its name and text; None if it cannot be determined."""
    return next((each for each in formats().values() if each.is_of(name, text)), None)


class Output(NamedTuple):
    """An output file: the texts of its parts, and its name without an extension.

    The name is "" for a file that contains all documents.
    """

    name: str
    texts: Sequence[str]


class Converted(NamedTuple):
    """The files of a conversion, and its losses."""

    outputs: Sequence[Output]
    losses: Sequence[Loss]


_NOT_IN_NAMES = re.compile(r"[\0-\x1f\x7f/\\:*?\"<>|]|^[.]+|\s+$")
_LONGEST_NAME = 100


def read_documents(
    form: ConversionFormat, texts: Sequence[SourceText], options: Mapping[str, str] = NO_OPTIONS
) -> ReadDocuments:
    """Return the documents in the texts of a format's parts, and whether the documents are identified only by
    their file names.

    Raises SettingsError for invalid values of the format's options.
    """
    found = form.read_with(texts, options) if options and form.read_with else form.read(texts)
    if form.holds.names and not form.by_document:
        return found
    return found._replace(documents=[replace(document, by_file=True) for document in found.documents])


def convert_documents(
    documents: Sequence[Document],
    target: ConversionFormat,
    stem: str = "document",
    file: str | None = None,
    tokeniser: Tokeniser | None = None,
) -> Converted:
    """Convert documents to a format, and return the files and the losses.

    `stem` is the name for documents without a name, if each document has its own file. `file` is the name,
    without an extension, of the single file to which all documents are written, if any. `tokeniser` divides
    texts into tokens, if the format needs them and the source has none.
    """
    held: list[Document] = []
    losses: list[Loss] = []
    is_alone = len({document.place.file for document in documents}) == 1
    for document in documents:
        is_known = is_alone and document.by_file and file in (None, document.name)
        kept, lost = reduce_document(document, target.holds, is_known=is_known, tokeniser=tokeniser)
        if kept.text or target.holds.text:
            held.append(kept)
            losses += lost
        else:
            losses.append(Loss(document.place, "the document has no words and is left out"))
    if target.by_document:
        names = [file] if file and len(held) == 1 else _names(held, stem)
        outputs = [Output(name, _write(target, [each])) for name, each in zip(names, held, strict=True)]
        read = [document for output in outputs for document in _read(output, target)]
        losses += _named_now(held, outputs)
        held = [
            each if each.name else replace(each, name=output.name)
            for each, output in zip(held, outputs, strict=True)
        ]
    else:
        outputs = [Output("", _write(target, held))]
        read = list(_read(outputs[0], target))
    return Converted(outputs, [*losses, *_changes(held, read)])


def convert_json(documents: Sequence[RecordDocument], target: RecordFormat) -> Converted:
    """Convert records to a format; raises ValueError if keytally can only read that format."""
    if target.write is None:
        raise ValueError(f"the format {target.name} can only be read")
    text, lost = target.write(documents)
    read = {each.name: each.record for each in target.read([SourceText(target.parts[0], text)]).documents}
    changed = {loss.place for loss in lost}
    losses = [
        Loss(each.place, f"the record of {each.name} would be read back differently")
        for each in documents
        if each.place not in changed and read.get(each.name, each) != each.record
    ]
    return Converted([Output("", (text,))], [*lost, *losses])


def _write(target: ConversionFormat, documents: Sequence[Document]) -> Sequence[str]:
    if target.write is None:
        raise ValueError(f"the format {target.name} can only be read")
    return target.write(documents)


def _read(output: Output, target: ConversionFormat) -> Sequence[Document]:
    texts = [
        SourceText(f"{output.name}{part}", text)
        for part, text in zip(target.parts, output.texts, strict=True)
    ]
    return target.read(texts).documents


def _names(documents: Sequence[Document], stem: str) -> Iterator[str]:
    """Yield the unique file name of each document.

    An unnamed document is named after its source file, or is named `stem` if all documents come from one
    file.
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
    """Yield a loss for each unnamed document that could have a name and is now named after its new file."""
    for document, output in zip(documents, outputs, strict=True):
        if not document.name and not document.by_file:
            yield Loss(document.place, f"the document has no name and is named {output.name}")


def _changes(meant: Sequence[Document], read: Sequence[Document]) -> Iterator[Loss]:
    """Yield the losses of documents that would be read back differently."""
    if len(meant) != len(read):
        place = meant[0].place if meant else read[0].place
        yield Loss(place._replace(line=0), f"{len(meant)} documents would be read back as {len(read)}")
        return
    for one, other in zip(meant, read, strict=True):
        yield from _changes_of(one, other)


def _changes_of(meant: Document, read: Document) -> Iterator[Loss]:
    if meant.name and meant.name != read.name:
        what = f"becomes {read.name}" if read.name else "is left out"
        yield Loss(meant.place, f"the name {meant.name} {what}")
    if _without_end(meant.text) != _without_end(read.text):
        line = count_line_ends(meant.text[: common_prefix(meant.text, read.text)]) + 1
        yield Loss(meant.place, f"the text would be read back differently from its line {line} on")
        return
    remaining = Counter(read.entities)
    for entity in meant.entities:
        if not remaining[entity]:
            yield Loss(entity.place, f"{shown_entity(meant, entity)} would be read back differently")
        remaining[entity] -= 1
    if len(read.entities) > len(meant.entities):
        further = quantity(len(read.entities) - len(meant.entities), "further entity")
        yield Loss(meant.place, f"{further} would be read back")
    if meant.entities == read.entities and chains_of(meant) != chains_of(read):
        yield Loss(meant.place, "the chains of the document would be read back differently")
    if meant.sentences is not None and meant.sentences != read.sentences:
        yield Loss(meant.place, "the sentences or tokens of the document would be read back differently")


def chains_of(document: Document) -> Counter[tuple[Entity, ...]]:
    """Return the chains as tuples of mentions; equal mentions are interchangeable."""
    return Counter(tuple(document.entities[each] for each in chain) for chain in document.chains)


def _without_end(text: str) -> str:
    """Return a text without a trailing line end, which some formats always write and others never do."""
    return text.removesuffix("\n")


@dataclass(frozen=True, slots=True, eq=False)
class ImportedFile:
    """A complete file as a unit (see `keytally.families.contract.Unit`); it belongs to no scored document."""

    text: str
    findings: Sequence[Finding]
    document: None = None


@dataclass(frozen=True, slots=True)
class ImportLanguage(Language):
    """The language of a file in one format; `further` contains its other files.

    `lacking` is the error message if one of the other files is missing; in that case, nothing else is
    checked.
    """

    form: AnyFormat
    further: tuple[SourceText, ...] = ()
    lacking: str = ""
    role: Role = Role.UNKNOWN
    lookahead: int = 0

    @property
    def name(self) -> str:
        """Return the name of the format."""
        return self.form.name

    def boundaries(self, text: str) -> list[int]:
        """Return no boundaries: a file is one unit, because its lines refer to each other."""
        return []

    def read(self, text: str) -> ImportedFile:
        """Return the file; never fails."""
        return ImportedFile(text, tuple(self._findings(text)))

    def compare_duplicates(
        self,
        units: Sequence[ImportedFile],
        apart: Mapping[ImportedFile, ImportedFile] = MappingProxyType({}),
    ) -> Sequence[Sequence[Finding]]:
        """Return no findings, because a file is a single unit."""
        return [()] * len(units)

    def _findings(self, text: str) -> list[Finding]:
        if self.lacking:
            wrong = f"the text of this file, {self.lacking}"
            fault = Fault(FaultKind.REFERENCE, wrong)
            return findings_of(text, [Loss(Place("", 1), wrong, fault)])
        return findings_of(text, self.form.read([SourceText("", text), *self.further]).losses)
