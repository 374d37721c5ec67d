"""Converts files from one format of annotation into another, for the command and the Python API."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.batch.convert_result import ConvertResult, Destination, Written, line_of
from keytally.batch.convertible import Documents, converted, mapping_in, read, refuse
from keytally.batch.errors import KeytallyError, contained
from keytally.batch.files import read_text, shown
from keytally.batch.settings import FilePath
from keytally.conversion.formats import format_of, formats
from keytally.evaluations.converted import Loss, SourceText
from keytally.evaluations.converted_templates import AnyFormat
from keytally.findings.suggestion import did_you_mean
from keytally.text.regular import is_folder


class _Read(NamedTuple):
    """A file that was read: its documents, and what they do not keep."""

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
) -> ConvertResult:
    """The documents of files in the format `target`; nothing is written yet.

    `source` is the format of the files, else each tells its own. `output` is the file to write, or a folder
    for a file of each input or document. `mapping` is a file that says which slots are types and roles.
    Raises KeytallyError for a file that cannot be read, for a format that is not known or does not fit those
    of the files, and for two inputs that would be written to one file of a folder.
    """
    wanted, given = _format(target), None if source is None else _format(source)
    if not files:
        raise KeytallyError("give at least one file")
    slots = mapping_in(None if mapping is None else Path(mapping), wanted)
    inputs = [_read(path, given, wanted, encoding) for path in _annotations(list(map(Path, files)), given)]
    to = _destination(output, force=force)
    groups = [[each] for each in inputs] if to.is_folder and not wanted.by_document else [inputs]
    _refuse_shared_names([group[0].path for group in groups])
    written, losses = list[Written](), [loss for each in inputs for loss in each.losses]
    for group in groups:
        documents, path = [document for each in group for document in each.documents], group[0].path
        with contained(str(shown(path)), wanted.name):
            found = converted(documents, wanted, path.stem, to.file(wanted, path), slots)
        losses += found.losses
        written += [Written(each.name or path.stem, each.texts) for each in found.outputs]
    parts = [part for each in inputs for part in each.parts]
    return ConvertResult(wanted.name, [line_of(each) for each in losses], wanted, written, to, parts)


def _refuse_shared_names(paths: Sequence[Path]) -> None:
    """Refuse inputs whose outputs would have one name in a folder, in whatever case."""
    taken: dict[str, Path] = {}
    for path in paths:
        other = taken.setdefault(path.stem.lower(), path)
        if other is not path:
            raise KeytallyError(f"{other} and {path} would be written to one file; give a folder for each")


def _format(name: str) -> AnyFormat:
    known = formats()
    if name not in known:
        hint = did_you_mean(name, known)
        raise KeytallyError(
            f"there is no format {name!r}{hint}{' There are' if hint else '; there are'}: {', '.join(known)}"
        )
    return known[name]


def _annotations(paths: Sequence[Path], given: AnyFormat | None) -> Iterator[Path]:
    """The files with annotation, without the further parts of formats that are given beside them."""
    known = [given] if given is not None else list(formats().values())
    further = {(part, each.parts[0]) for each in known for part in each.parts[1:]}
    seen: set[Path] = set()
    for path in paths:
        firsts = [path.with_suffix(first) for part, first in further if path.suffix == part]
        if any(first in paths for first in firsts):
            continue
        chosen = firsts[0] if given is not None and firsts else path
        if chosen in seen:
            raise KeytallyError(f"{chosen} is given twice")
        seen.add(chosen)
        yield chosen


def _read(path: Path, given: AnyFormat | None, wanted: AnyFormat, encoding: str | None) -> _Read:
    name = shown(path)
    text = read_text(name, encoding).text
    form = given or format_of(path.name, text)
    if form is None:
        problem = "nothing tells its format" if text.strip() else "the file is empty"
        raise KeytallyError(f"{name}: {problem}; give --from with one of: {', '.join(formats())}")
    refuse(name, form, wanted)
    parts = [name, *(name.with_suffix(part) for part in form.parts[1:])]
    texts = [SourceText(str(name), text)]
    texts += [SourceText(str(part), read_text(part, encoding).text) for part in parts[1:]]
    with contained(str(name), form.name):
        documents, losses = read(form, texts)
    if not documents:
        raise KeytallyError(f"{name}: no document of {form.title} in it; is it the right file?")
    return _Read(name, documents, losses, parts)


def _destination(output: FilePath | None, *, force: bool) -> Destination:
    if output is None:
        return Destination(None, is_folder=False, is_forced=force)
    is_for_files = str(output).endswith(("/", os.sep)) or is_folder(Path(output))
    return Destination(Path(output), is_for_files, force)
