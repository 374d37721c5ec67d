"""The files of a merge: annotators' files, the gold, and the decisions next to it."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from keytally.adjudication.annotator_files import (
    can_begin_with_texts,
    document_label,
    documents_done,
    editor_of,
    empty_gold,
    is_textless,
)
from keytally.adjudication.decisions import Decision, LineKind, read_lines
from keytally.engine.losses import losses
from keytally.engine.reading import Reading
from keytally.families import registry
from keytally.families.annotations import Annotation, AnnotationEditor
from keytally.families.contract import Evaluation, Language
from keytally.findings.finding import FilePosition
from keytally.project.adjudications import Adjudication
from keytally.runs.files import KeytallyError, filled_text, read_text, readable_settings, shown_path
from keytally.runs.outputs import FORCE
from keytally.text.difference import common_prefix
from keytally.text.files import Decoded, is_there
from keytally.text.positions import conflict_line
from keytally.text.rendering import quantity


def unknown_done(
    task: str, annotator: str, shown: Path | str, stated: Iterable[str], present: Collection[str]
) -> Iterator[str]:
    """Yield a line for each document that is declared as done but missing from all files.

    `stated` contains the names as written, `present` the names in all files; several spellings of a document
    are reported once. `shown` is the annotator's file name for messages.
    """
    document_of = registry.task_named(task).document_of
    known = set(map(document_of, present))
    for document, name in {document_of(name): name for name in stated}.items():
        if document not in known:
            yield f"{shown}: {annotator} has {name} marked as done, but there is no such document"


CONFLICT = "merge conflict marker; resolve the conflict first"


class ReadDecisions(NamedTuple):
    """The decisions of each document, by its internal name, and a line for each unknown document."""

    by_document: Mapping[str, Sequence[Decision]]
    warnings: Sequence[str] = ()

    def of(self, document: str) -> Sequence[Decision]:
        """Return the decisions on a document."""
        return self.by_document.get(document, ())


def read_decisions(adjudication: Adjudication) -> ReadDecisions:
    """Return the decisions next to the gold, if any.

    Raises KeytallyError if the file cannot be read, or if it contains merge conflict markers, because its
    decisions are then ambiguous.
    """
    path = adjudication.decisions
    if path is None or not is_there(path):
        return ReadDecisions({})
    text = read_text(shown_path(path), within=adjudication.within).text
    return _read_file_of_decisions(shown_path(path), text, adjudication.document_of)


def _read_file_of_decisions(path: Path, text: str, document_of: Callable[[str], str]) -> ReadDecisions:
    found = defaultdict[str, list[Decision]](list)
    warnings: list[str] = []
    for number, line in enumerate(read_lines(text), start=1):
        if line.kind is LineKind.CONFLICT:
            raise KeytallyError(f"{path}:{number}: {CONFLICT}")
        if line.decision is not None:
            written = line.decision.document
            found[document_of(written) or written].append(line.decision)
        elif line.kind is LineKind.BROKEN:
            warnings.append(f"{path}:{number}: invalid decision: {line.problem}")
    return ReadDecisions(found, warnings)


class ReadFile(NamedTuple):
    """A file of a merge: its path for messages, and its units read as a key.

    `done` contains the documents that its comments mark as done.
    """

    shown: Path
    decoded: Decoded
    reading: Reading
    done: Collection[str] = ()

    def position(self, annotation: Annotation) -> FilePosition:
        """Return the start of an annotation."""
        return self.position_of(annotation.unit, annotation.start)

    def position_of(self, unit: Any, place: int = 0) -> FilePosition:
        """Return the line and column of an offset in a unit."""
        line, column = self.reading.places.position(self.reading.units.offset_of(unit) + place)
        return FilePosition(line + 1, column + 1)


class Sources(NamedTuple):
    """The files of one merge: the annotators' files, sorted by name, and the gold, with the texts of all
    documents.

    `present` is the text of the gold's file and `before` is its content in bytes; both are None if the file
    does not exist. `decisions` are the decisions in the file next to the gold.
    """

    adjudication: Adjudication
    evaluation: Evaluation
    annotators: Mapping[str, ReadFile]
    gold: ReadFile
    present: str | None
    before: bytes | None
    decisions: ReadDecisions

    @property
    def editor(self) -> AnnotationEditor:
        """Return the editor that lists and writes the annotations of the files."""
        return editor_of(self.evaluation)

    @property
    def has_text(self) -> bool:
        """Return whether a non-empty gold exists."""
        return bool((self.present or "").strip())

    @property
    def is_made_of_annotators(self) -> bool:
        """Return whether the gold's text is taken from an annotator, because there is neither a gold nor a
        texts file.
        """
        return not self.has_text and self.adjudication.settings.texts is None

    def documents(self) -> list[str]:
        """Return the documents of the gold in order, then the documents that only annotators' files
        contain, as in templates.
        """
        files = (self.gold, *self.annotators.values())
        return list(dict.fromkeys(document for file in files for document in file.reading.documents))

    def doing(self, document: str) -> dict[str, Sequence[Any]]:
        """Return the units of a document for each annotator who has finished it; a finished document may
        have no units.
        """
        return {
            name: file.reading.documents.units_of(document)
            for name, file in self.annotators.items()
            if self.has_done(name, document)
        }

    def has_done(self, name: str, document: str) -> bool:
        """Return whether an annotator has finished a document."""
        file = self.annotators[name]
        is_in_file = bool(file.reading.documents.units_of(document))
        is_stated = self.adjudication.has_finished(name, document, file.done, is_in_file)
        readings = (each.reading for each in (self.gold, *self.annotators.values()))
        return is_stated and (is_in_file or is_textless(self.editor, readings, document))

    def title(self, document: str) -> str:
        """Return the name of a document as written in the files; "" for a document without a name."""
        files = (self.gold, *self.annotators.values())
        units = next((units for file in files if (units := file.reading.documents.units_of(document))), ())
        return document_label(self.evaluation, document, units)


def read_sources(adjudication: Adjudication, evaluation: Evaluation) -> Sources:
    """Read the files of a merge. Raises KeytallyError for an unusable file."""
    within, encoding = adjudication.within, adjudication.settings.encoding
    annotators: dict[str, ReadFile] = {}
    for name, path in sorted(adjudication.annotators.items()):
        if not Reading(adjudication.language(evaluation), "").documents:
            filled_text(shown_path(path), encoding, within=within)
        decoded = read_text(shown_path(path), encoding, within)
        annotators[name] = _read(shown_path(path), decoded, evaluation, adjudication.language(evaluation))
        if not annotators[name].reading.documents and not annotators[name].done:
            problem = f"contains no {evaluation.document_name} of this task; is this the right file?"
            raise KeytallyError(f"{shown_path(path)}: {problem}")
    present = _present(adjudication)
    gold = _gold(adjudication, evaluation, annotators, present)
    text, before = (None, None) if present is None else (present.text, present.encode())
    return Sources(adjudication, evaluation, annotators, gold, text, before, read_decisions(adjudication))


def gold_problem(sources: Sources) -> str | None:
    """Return the reason why a merge should not write to an existing gold: the file has no document of the
    task, or has malformed parts; None if there is no such reason.
    """
    if not sources.has_text:
        return None
    gold, name = (
        Reading(sources.adjudication.language(sources.evaluation), sources.present or ""),
        sources.gold.shown,
    )
    if not gold.documents:
        return (
            f"{name}: this file already exists and contains no "
            f"{sources.evaluation.document_name} of this task; {FORCE}"
        )
    if lost := losses(gold):
        line = gold.places.position(lost[0].start).line + 1
        advice = "fix this, or use --force to merge into the file as it is"
        return f"{name}:{line}: {lost[0].finding.message}; {advice}"
    return None


def _read(path: Path, decoded: Decoded, evaluation: Evaluation, language: Language) -> ReadFile:
    """Read a text. Raises KeytallyError if the text contains merge conflict markers, because both sides of
    the conflict would count.
    """
    if (line := conflict_line(decoded.text)) is not None:
        raise KeytallyError(f"{path}:{line}: {CONFLICT}")
    reading = Reading(language, decoded.text, judged=False)
    return ReadFile(path, decoded, reading, documents_done(evaluation, reading))


def _present(adjudication: Adjudication) -> Decoded | None:
    """Return the existing gold; None if there is none."""
    if adjudication.gold is None or not is_there(adjudication.gold):
        return None
    return read_text(shown_path(adjudication.gold), adjudication.settings.encoding, adjudication.within)


def _gold(
    adjudication: Adjudication,
    evaluation: Evaluation,
    annotators: Mapping[str, ReadFile],
    present: Decoded | None,
) -> ReadFile:
    """Return the gold with all documents; a new gold has the encoding of the file from which its first
    text is taken.
    """
    path = shown_path(adjudication.gold or Path("gold"))
    language = adjudication.language(evaluation)
    is_empty = present is None or not present.text.strip()
    gold = None if present is None or is_empty else _read(path, present, evaluation, language)
    texts = None if gold is not None else _texts(adjudication, evaluation)
    own = gold or texts or next(iter(annotators.values()))
    with readable_settings():
        begun = empty_gold(
            editor_of(evaluation),
            {name: file.reading for name, file in annotators.items()},
            gold and gold.reading,
            texts and texts.reading,
        )
    return _read(path, Decoded(begun.text, own.decoded.encoding, own.decoded.bom), evaluation, language)


def _texts(adjudication: Adjudication, evaluation: Evaluation) -> ReadFile | None:
    """Return the texts if a gold can begin with them; otherwise None."""
    path = adjudication.settings.texts
    if path is None or not can_begin_with_texts(evaluation):
        return None
    decoded = read_text(shown_path(path), adjudication.settings.encoding, adjudication.settings_within)
    return _read(shown_path(path), decoded, evaluation, adjudication.language(evaluation))


def altered_texts(sources: Sources, document: str, doing: Mapping[str, Sequence[Any]]) -> Iterator[str]:
    """Yield a line for each annotator whose text of a document differs from the gold's.

    If the gold's text is taken from an annotator, the annotators' most frequent text is used instead; on a
    tie, the first of these texts.
    """
    texts = {name: _plain_text(sources, units) for name, units in doing.items()}
    gold = _plain_text(sources, sources.gold.reading.documents.units_of(document))
    if texts and sources.is_made_of_annotators:
        gold = Counter(texts.values()).most_common(1)[0][0]
    for name, text in texts.items():
        if text != gold:
            file = sources.annotators[name]
            line = file.position_of(doing[name][0]).line
            others = "the gold" if sources.has_text else "the others"
            yield f"{file.shown}:{line}: {_of(sources, document)} {_difference(text, gold, others)}"


def _plain_text(sources: Sources, units: Sequence[Any]) -> str:
    return "".join(sources.editor.bare(units)).rstrip()


def _of(sources: Sources, document: str) -> str:
    name = sources.evaluation.document_name
    return f"{name} {sources.title(document)}" if document else f"{name} without a number"


def _difference(text: str, gold: str, others: str) -> str:
    """Return a description of how a text differs from the gold's; `others` names the other side."""
    if text.splitlines() == gold.splitlines():
        return f"has different line endings from {others}"
    line = gold.count("\n", 0, common_prefix(text, gold)) + 1
    return f"differs from {others}, starting at its line {line}"


def missing_documents(sources: Sources) -> Iterator[str]:
    """Yield a line for each annotator whose file lacks documents that other files contain and that the
    annotator has not finished.
    """
    documents = sources.documents()
    for name, file in sources.annotators.items():
        present = file.reading.documents
        lacked = (document for document in documents if not present.units_of(document))
        absent = [each for each in lacked if not sources.has_done(name, each)]
        if absent:
            count = quantity(len(absent), sources.evaluation.document_name)
            such = "" if len(absent) == 1 else "such as "
            are = "is missing and" if len(absent) == 1 else "are missing and"
            what = f"{count} of the other annotators, {such}{sources.title(absent[0])}, {are}"
            yield f"{file.shown}: {what} treated as not annotated"


def unknown_documents(sources: Sources) -> Iterator[str]:
    """Yield a line for each document declared as done, in settings or a comment, that no file contains."""
    task, stated, present = sources.adjudication.task, sources.adjudication.done, sources.documents()
    for name, file in sources.annotators.items():
        done = (*sorted(file.done), *stated.get(name, ()))
        yield from unknown_done(task, name, file.shown, done, present)
