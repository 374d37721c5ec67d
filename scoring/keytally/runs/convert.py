"""Convert files to another annotation format, and read the files of other programs."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from keytally.conversion.converting import (
    Converted,
    ImportLanguage,
    convert_documents,
    convert_json,
    format_of,
    formats,
    read_documents,
)
from keytally.conversion.template_mapping import TemplateMapping, read_mapping
from keytally.conversion.templates import convert_templates
from keytally.conversion.tokenisation import WORDS, tokeniser_named
from keytally.families.contract import SettingsError
from keytally.families.interchange import (
    NO_OPTIONS,
    AnyFormat,
    Document,
    Loss,
    ObjectDocument,
    RecordDocument,
    RoleDocument,
    SourceText,
    TemplateDocument,
)
from keytally.findings.spelling import did_you_mean
from keytally.project.reach import Reach
from keytally.runs.files import KeytallyError, contain_errors, read_text, shown_path
from keytally.runs.outputs import (
    FORCE,
    OutputFile,
    folder_reach,
    output_file,
    refuse_names,
    refuse_parts,
    write_files,
)
from keytally.runs.settings import FilePath, OptionValues, as_overrides
from keytally.text.files import Decoded, is_folder, is_stdin, is_there

ReadFile = Callable[[Path], str]
"""A function that returns the text of a file. Raises KeytallyError if the file cannot be read."""


def import_language(path: Path, read: ReadFile) -> ImportLanguage | None:
    """Return the language of a file from another program, recognised by its name and text; None for any other
    file.

    Raises KeytallyError for a file that cannot be read.
    """
    text = read(path)
    checked = (form for form in formats().values() if form.kind == "entities and chains" and form.is_checked)
    form = next((form for form in checked if form.is_of(path.name, text)), None)
    if form is None:
        return None
    further: list[SourceText] = []
    for part in form.parts[1:]:
        other = path.with_suffix(part)
        try:
            further.append(SourceText(other.name, read(other)))
        except KeytallyError:
            why = "cannot be read" if is_there(other) else "does not exist"
            return ImportLanguage(form, lacking=f"{other.name}, {why}")
    return ImportLanguage(form, tuple(further))


def converted_language(name: str, beginning: str) -> ImportLanguage | None:
    """Return the language of a file in a format that is only read for conversion; None for any other file."""
    read = (form for form in formats().values() if form.kind == "templates" and form.is_checked)
    found = next((form for form in read if form.is_of(name, beginning)), None)
    return None if found is None else ImportLanguage(found)


Documents = Sequence[Document | TemplateDocument | RecordDocument]


def is_read_only(form: AnyFormat) -> bool:
    """Return whether a format can be read but not written."""
    return (form.writing if form.kind == "templates" else form.write) is None


def refuse_conversion(path: Path, source: AnyFormat, target: AnyFormat) -> None:
    """Raise KeytallyError if the target format can only be read, or if it cannot represent the content of
    the source format.
    """
    if is_read_only(target):
        raise KeytallyError(f"{target.title} can only be read; specify another target format")
    holding = [source.kind, target.kind]
    if holding[0] != holding[1]:
        raise KeytallyError(
            f"{path}: cannot convert {source.title} to {target.title}: "
            f"{holding[0]} cannot be represented as {holding[1]}; specify another format"
        )


def mapping_in(path: Path | None, target: AnyFormat) -> TemplateMapping | None:
    """Return the mapping in a file, or None if no file is given. Raises KeytallyError."""
    if path is None:
        return None
    if target.kind != "templates":
        raise KeytallyError(
            f"{path}: a mapping applies only to templates, which {target.title} cannot contain"
        )
    try:
        return read_mapping(read_text(path).text, str(path))
    except SettingsError as error:
        raise KeytallyError(*error.problems) from error


def read_convertible(
    form: AnyFormat, texts: Sequence[SourceText], options: Mapping[str, str] = NO_OPTIONS
) -> tuple[Documents, Sequence[Loss]]:
    """Return the documents in the texts of a format's parts, and the losses from reading them.

    Raises KeytallyError for an option that the format does not have, or for an invalid value.
    """
    known: Mapping[str, str] = form.options if form.kind == "entities and chains" else {}
    for name in options:
        if name not in known:
            listed = f"; options: {', '.join(known)}" if known else ""
            raise KeytallyError(f"{texts[0].shown}: {form.title} has no option {name!r}{listed}")
    if form.kind != "entities and chains":
        return form.read(texts)
    try:
        return read_documents(form, texts, options)
    except SettingsError as error:
        raise KeytallyError(*error.problems) from error


def tokens_of(target: AnyFormat, rule: str | None) -> str | None:
    """Return the rule by which texts are divided into tokens; None for a format that needs no tokens.

    Raises KeytallyError for a rule that is unknown or not installed, and for one that cannot apply.
    """
    needs_tokens = target.kind == "entities and chains" and target.holds.tokens == "needed"
    if rule is not None and not needs_tokens:
        raise KeytallyError(f"{target.title} does not need tokens, so --tokens does not apply")
    try:
        tokeniser_named(rule or WORDS)
    except SettingsError as error:
        raise KeytallyError(*error.problems) from error
    return rule or WORDS if needs_tokens else None


def convert_to_format(  # noqa: PLR0913 -- the values of a conversion
    documents: Documents,
    target: AnyFormat,
    stem: str,
    file: str | None = None,
    *,
    mapping: TemplateMapping | None = None,
    tokens: str | None = None,
) -> Converted:
    """Convert documents to a format of their kind (`keytally.conversion.converting.convert_documents`)."""
    if target.kind == "records":
        return convert_json([each for each in documents if isinstance(each, RecordDocument)], target)
    if target.kind == "templates":
        templates = [each for each in documents if isinstance(each, ObjectDocument | RoleDocument)]
        return convert_templates(templates, target, mapping)
    entities = [document for document in documents if isinstance(document, Document)]
    return convert_documents(entities, target, stem, file, tokeniser_named(tokens or WORDS))


class Written(NamedTuple):
    """A file to write: its name without an extension, and the texts of its parts."""

    name: str
    texts: Sequence[str]


class Destination(NamedTuple):
    """The destination: a file, a directory or None, with a flag for overwriting existing files."""

    path: Path | None
    is_folder: bool
    is_forced: bool

    def names_a_file(self, target: AnyFormat) -> bool:
        """Return whether the destination is a file, not a directory for files."""
        if self.path is None or self.is_folder:
            return False
        return not target.by_document or self.path.suffix == target.parts[0]

    def file(self, target: AnyFormat, read: Path) -> str | None:
        """Return the name, without its extension, of the output file for all documents of an input file.

        The name is None if nothing is written, or if each document is written to a separate file.
        """
        if self.path is not None and self.names_a_file(target):
            return self.path.stem
        stem = "stdin" if is_stdin(read) else read.stem
        return stem if self.is_folder and not target.by_document else None


@dataclass(frozen=True, slots=True)
class ConvertResult:
    """Documents in another format, and a line for each loss: `path:line: loss`.

    `tokens` is the rule for texts without tokens; None for a format that needs no tokens.
    """

    format: str
    losses: Sequence[str]
    tokens: str | None
    _target: AnyFormat = field(repr=False)
    _written: Sequence[Written] = field(repr=False)
    _to: Destination = field(repr=False)
    _inputs: Sequence[Path] = field(repr=False)
    _reported: Sequence[Loss] = field(repr=False, default=())

    @property
    def files(self) -> dict[str, str]:
        """Return the text of each file by its name."""
        return {
            f"{each.name}{part}": text
            for each in self._written
            for part, text in zip(self._target.parts, each.texts, strict=True)
        }

    @property
    def values(self) -> dict[str, Any]:
        """Return the JSON document: format, rule for tokens, located losses, and files with their texts."""
        losses = [
            {"path": place.file, "line": place.line or None, "message": " ".join(what.split())}
            for place, what, _ in self._reported
        ]
        files = [{"name": name, "text": text} for name, text in self.files.items()]
        return {"format": self.format, "tokens": self.tokens, "losses": losses, "files": files}

    @property
    def text(self) -> str:
        """Return the text of the only file. Raises KeytallyError if there are several."""
        texts = list(self.files.values())
        if len(texts) > 1:
            raise KeytallyError(
                f"{self._target.title} needs {len(texts)} files; specify a directory for them: -o DIR"
            )
        return texts[0]

    def write(self) -> list[Path]:
        """Write all files, or none, and return their paths. Raises KeytallyError."""
        targets = list(self._targets())
        outputs = [(self._output(path, reach), _encoded(path, text)) for path, reach, text in targets]
        refuse_names([output for (output, _), (_, reach, _) in zip(outputs, targets, strict=True) if reach])
        write_files(outputs)
        return [path for path, _, _ in targets]

    def _targets(self) -> Iterator[tuple[Path, Reach | None, str]]:
        """Yield each path with its text: in the given directory, or the file and its further parts.

        Names of files in a directory come from the input, so they may not lead out of the directory.
        """
        output = self._to.path
        if output is None:
            raise KeytallyError("no output file is specified; use -o FILE")
        if len(self._written) != 1 or not self._to.names_a_file(self._target):
            reach = folder_reach(output)
            yield from ((output / name, reach, text) for name, text in self.files.items())
            return
        for part, text in zip(self._target.parts, self._written[0].texts, strict=True):
            yield output if part == self._target.parts[0] else output.with_suffix(part), None, text

    def _output(self, path: Path, reach: Reach | None) -> OutputFile:
        target = output_file(path, reach, makes_folders=reach is not None)
        refuse_parts(target, self._inputs)
        if target.before is not None and not self._to.is_forced:
            raise KeytallyError(f"{path}: this file already exists; {FORCE}")
        return target


def line_of(loss: Loss) -> str:
    """Return a loss with its position, as one line."""
    place = f"{loss.place.file}:{loss.place.line}" if loss.place.line else loss.place.file
    return f"{place}: {' '.join(loss.what.split())}"


def _encoded(path: Path, text: str) -> bytes:
    """Return the bytes of a text in UTF-8.

    Raises KeytallyError for lone surrogates, which JSON can express but no encoding can represent, and for
    U+0000, which text files cannot contain.
    """
    if "\0" in text:
        raise KeytallyError(f"{path}: U+0000 cannot be written to a text file; fix the input")
    try:
        return Decoded(text, "utf-8", bom=False).encode()
    except UnicodeEncodeError as error:
        half = f"U+{ord(text[error.start]):04X}"
        raise KeytallyError(
            f"{path}: the unpaired surrogate {half} cannot be written; fix the input"
        ) from error


class _Read(NamedTuple):
    """An input file: its documents and losses."""

    path: Path
    documents: Documents
    losses: Sequence[Loss]
    parts: Sequence[Path]


def convert(  # noqa: PLR0913 -- each is a choice of the command line
    files: Sequence[FilePath],
    target: str,
    *,
    source: str | None = None,
    output: FilePath | None = None,
    encoding: str | None = None,
    force: bool = False,
    mapping: FilePath | None = None,
    options: OptionValues | None = None,
    tokens: str | None = None,
) -> ConvertResult:
    """Convert the documents of files to the format `target`, without writing anything yet.

    `source` is the format of the files (default: detected for each file). `output` is the file to write, or a
    directory for one file per input or document. `mapping` is a file that defines which slots contain types
    and roles. `options` are options of the source format, such as the column of labels. `tokens` is the rule
    that divides texts into tokens, if the target needs them and the source has none: `words` (default) or
    `unicode`. Raises KeytallyError for an unreadable file, for a format that is unknown or unsuitable for the
    files, and for two inputs that would be written to the same file.
    """
    wanted, given = _format(target), None if source is None else _format(source)
    if not files:
        raise KeytallyError("specify at least one file")
    slots = mapping_in(None if mapping is None else Path(mapping), wanted)
    rule = tokens_of(wanted, tokens)
    reading = {name: values[-1] for name, values in as_overrides(options or {})}
    paths = _annotations(list(map(Path, files)), given)
    inputs = [_read(path, given, wanted, encoding, reading) for path in paths]
    to = _destination(output, force=force)
    groups = [[each] for each in inputs] if to.is_folder and not wanted.by_document else [inputs]
    _refuse_shared_names([group[0].path for group in groups])
    written, losses = list[Written](), [loss for each in inputs for loss in each.losses]
    for group in groups:
        documents, path = [document for each in group for document in each.documents], group[0].path
        stem = "stdin" if is_stdin(path) else path.stem
        with contain_errors(str(shown_path(path)), wanted.name):
            found = convert_to_format(
                documents, wanted, stem, to.file(wanted, path), mapping=slots, tokens=rule
            )
        losses += found.losses
        written += [Written(each.name or stem, each.texts) for each in found.outputs]
    parts = [part for each in inputs for part in each.parts]
    parts += [] if mapping is None else [Path(mapping)]
    lines = [line_of(each) for each in losses]
    return ConvertResult(wanted.name, lines, rule, wanted, written, to, parts, losses)


def _refuse_shared_names(paths: Sequence[Path]) -> None:
    """Reject inputs whose outputs would have the same name in a directory, ignoring case."""
    taken: dict[str, Path] = {}
    for path in paths:
        other = taken.setdefault(path.stem.lower(), path)
        if other is not path:
            raise KeytallyError(
                f"{other} and {path} would be written to the same file; use separate directories"
            )


def _format(name: str) -> AnyFormat:
    known = formats()
    if name not in known:
        hint = did_you_mean(name, known)
        raise KeytallyError(
            f"unknown format {name!r}{hint}{' Available formats' if hint else '; available formats'}: "
            f"{', '.join(known)}"
        )
    return known[name]


def _annotations(paths: Sequence[Path], given: AnyFormat | None) -> Iterator[Path]:
    """Yield the annotation files, without the other given files that belong to them."""
    known = [given] if given is not None else list(formats().values())
    further = {(part, each.parts[0]) for each in known for part in each.parts[1:]}
    seen: set[Path] = set()
    for path in paths:
        firsts = [path.with_suffix(first) for part, first in further if path.suffix == part]
        if any(first in paths for first in firsts):
            continue
        chosen = firsts[0] if given is not None and firsts else path
        if chosen in seen:
            raise KeytallyError(f"{chosen} is specified twice")
        seen.add(chosen)
        yield chosen


def _read(
    path: Path,
    given: AnyFormat | None,
    wanted: AnyFormat,
    encoding: str | None,
    options: Mapping[str, str],
) -> _Read:
    name = shown_path(path)
    text = read_text(name, encoding).text
    form = given or format_of(path.name, text)
    if form is None:
        problem = "cannot determine the format" if text.strip() else "the file is empty"
        raise KeytallyError(f"{name}: {problem}; use --from with one of: {', '.join(formats())}")
    refuse_conversion(name, form, wanted)
    if is_stdin(name) and len(form.parts) > 1:
        extensions = " and ".join(form.parts)
        raise KeytallyError(
            f"{name}: {form.title} consists of several files ({extensions}) and cannot be read from stdin; "
            "specify a file"
        )
    parts = [name, *(name.with_suffix(part) for part in form.parts[1:])]
    texts = [SourceText(str(name), text)]
    texts += [SourceText(str(part), read_text(part, encoding).text) for part in parts[1:]]
    with contain_errors(str(name), form.name):
        documents, losses = read_convertible(form, texts, options)
    if not documents:
        faults = (loss.fault.what for loss in losses if loss.fault is not None)
        reason = next(faults, "is this the right file?")
        raise KeytallyError(f"{name}: contains no document in this format ({form.title}); {reason}")
    return _Read(name, documents, losses, parts)


def _destination(output: FilePath | None, *, force: bool) -> Destination:
    if output is None:
        return Destination(None, is_folder=False, is_forced=force)
    is_for_files = str(output).endswith(("/", os.sep)) or is_folder(Path(output))
    return Destination(Path(output), is_for_files, force)
