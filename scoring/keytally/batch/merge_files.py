"""The files of a merge: what annotators say, document by document, and the text that a gold begins with."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from keytally.adjudication.begun_text import begun_text, can_begin_with_texts
from keytally.adjudication.done_comments import done_by_comments, is_textless
from keytally.adjudication.titles import title_of
from keytally.batch.errors import KeytallyError
from keytally.batch.files import filled_text, read_text, shown
from keytally.batch.merge_decisions import CONFLICT, ReadDecisions, read_decisions
from keytally.batch.stated_done import unknown_done
from keytally.engine.reading import Reading
from keytally.evaluations.annotated import Annotates, Annotation
from keytally.evaluations.interface import Evaluation, Role
from keytally.project.adjudications import Adjudication
from keytally.text.conflict import conflict_line
from keytally.text.decoding import Decoded
from keytally.text.difference import common_prefix
from keytally.text.plural import quantity
from keytally.text.regular import is_there
from keytally.text.span import Position


class AnnotatingEvaluation(Evaluation, Annotates, Protocol):
    """An evaluation whose files can be merged."""


class ReadFile(NamedTuple):
    """A file of a merge as it is read: its path in messages, and its units in the role of a key.

    `done` has the documents that its comments say to be done.
    """

    shown: Path
    decoded: Decoded
    reading: Reading
    done: Collection[str] = ()

    def position(self, annotation: Annotation) -> Position:
        """Where an annotation starts."""
        return self.position_of(annotation.unit, annotation.start)

    def position_of(self, unit: Any, place: int = 0) -> Position:
        """A place of a unit by line and column, counted from 0."""
        return self.reading.places.position(self.reading.units.offset_of(unit) + place)


class Sources(NamedTuple):
    """The files of one merge: the annotators' by name, sorted, and the gold, with the text of all documents.

    `present` is the text of the gold's file, None where there is none; `decisions` stand beside it.
    """

    adjudication: Adjudication
    evaluation: AnnotatingEvaluation
    annotators: Mapping[str, ReadFile]
    gold: ReadFile
    present: str | None
    decisions: ReadDecisions

    @property
    def has_text(self) -> bool:
        """Whether there was a gold with something in it."""
        return bool((self.present or "").strip())

    @property
    def is_made_of_annotators(self) -> bool:
        """Whether the gold's text is that of an annotator: there was none, and there are no texts."""
        return not self.has_text and self.adjudication.settings.texts is None

    def documents(self) -> list[str]:
        """The documents of the gold in its order, then those that it has no text of, such as of templates."""
        files = (self.gold, *self.annotators.values())
        return list(dict.fromkeys(document for file in files for document in file.reading.documents))

    def doing(self, document: str) -> dict[str, Sequence[Any]]:
        """The units of a document of each annotator who has done it; none of one who has found nothing."""
        return {
            name: file.reading.documents.units_of(document)
            for name, file in self.annotators.items()
            if self.has_done(name, document)
        }

    def has_done(self, name: str, document: str) -> bool:
        """Whether an annotator has done a document."""
        file = self.annotators[name]
        is_in_file = bool(file.reading.documents.units_of(document))
        is_stated = self.adjudication.has_finished(name, document, file.done, is_in_file)
        readings = (each.reading for each in (self.gold, *self.annotators.values()))
        return is_stated and (is_in_file or is_textless(self.evaluation, readings, document))

    def title(self, document: str) -> str:
        """The name of a document as the files write it; "" for one without a name."""
        files = (self.gold, *self.annotators.values())
        units = next((units for file in files if (units := file.reading.documents.units_of(document))), ())
        return title_of(self.evaluation, document, units)


def read_sources(adjudication: Adjudication, evaluation: AnnotatingEvaluation) -> Sources:
    """Read the files of a merge. Raises KeytallyError for one that cannot be used."""
    within, encoding = adjudication.within, adjudication.settings.encoding
    annotators: dict[str, ReadFile] = {}
    for name, path in sorted(adjudication.annotators.items()):
        filled_text(shown(path), encoding, within=within)
        annotators[name] = _read(shown(path), read_text(shown(path), encoding, within), evaluation)
        if not annotators[name].reading.documents and not annotators[name].done:
            problem = f"no {evaluation.document_name} of the task in it; is it the right file?"
            raise KeytallyError(f"{shown(path)}: {problem}")
    present = _present(adjudication)
    gold = _gold(adjudication, evaluation, annotators, present)
    text = None if present is None else present.text
    return Sources(adjudication, evaluation, annotators, gold, text, read_decisions(adjudication))


def _read(path: Path, decoded: Decoded, evaluation: Evaluation) -> ReadFile:
    """Read a text. Raises KeytallyError for one with marks of a conflict: both sides of it would count."""
    if (line := conflict_line(decoded.text)) is not None:
        raise KeytallyError(f"{path}:{line}: {CONFLICT}")
    reading = Reading(evaluation.language(Role.KEY), decoded.text, judged=False)
    return ReadFile(path, decoded, reading, done_by_comments(evaluation, reading))


def _present(adjudication: Adjudication) -> Decoded | None:
    """The gold as it is; None where there is none."""
    if adjudication.gold is None or not is_there(adjudication.gold):
        return None
    return read_text(shown(adjudication.gold), adjudication.settings.encoding, adjudication.within)


def _gold(
    adjudication: Adjudication,
    evaluation: AnnotatingEvaluation,
    annotators: Mapping[str, ReadFile],
    present: Decoded | None,
) -> ReadFile:
    """The gold with all documents; a new one has the encoding of the file that it begins with."""
    path = shown(adjudication.gold or Path("gold"))
    gold = None if present is None or not present.text.strip() else _read(path, present, evaluation)
    texts = None if gold is not None else _texts(adjudication, evaluation)
    own = gold or texts or next(iter(annotators.values()))
    begun = begun_text(
        evaluation,
        {name: file.reading for name, file in annotators.items()},
        gold and gold.reading,
        texts and texts.reading,
    )
    return _read(path, Decoded(begun.text, own.decoded.encoding, own.decoded.bom), evaluation)


def _texts(adjudication: Adjudication, evaluation: AnnotatingEvaluation) -> ReadFile | None:
    """The texts, if a gold can begin with them."""
    path = adjudication.settings.texts
    if path is None or not can_begin_with_texts(evaluation):
        return None
    decoded = read_text(shown(path), adjudication.settings.encoding, adjudication.settings_within)
    return _read(shown(path), decoded, evaluation)


def altered(sources: Sources, document: str, doing: Mapping[str, Sequence[Any]]) -> Iterator[str]:
    """A line for each annotator whose text of a document is not that of the gold.

    Of a gold without a text of its own, the text of most annotators counts; of equally many the first.
    """
    texts = {name: _bare(sources, units) for name, units in doing.items()}
    gold = _bare(sources, sources.gold.reading.documents.units_of(document))
    if texts and sources.is_made_of_annotators:
        gold = Counter(texts.values()).most_common(1)[0][0]
    for name, text in texts.items():
        if text != gold:
            file = sources.annotators[name]
            line = file.position_of(doing[name][0]).line + 1
            others = "the gold" if sources.has_text else "the others"
            yield f"{file.shown}:{line}: {_of(sources, document)} {_difference(text, gold, others)}"


def _bare(sources: Sources, units: Sequence[Any]) -> str:
    return "".join(sources.evaluation.bare(units)).rstrip()


def _of(sources: Sources, document: str) -> str:
    name = sources.evaluation.document_name
    return f"{name} {sources.title(document)}" if document else f"{name} without a number"


def _difference(text: str, gold: str, others: str) -> str:
    """What is wrong with a text that is not the gold's; `others` is what it is told apart from."""
    if text.splitlines() == gold.splitlines():
        return f"has other line ends than that of {others}"
    line = gold.count("\n", 0, common_prefix(text, gold)) + 1
    return f"has other text than that of {others}, from its line {line} on"


def lacking(sources: Sources) -> Iterator[str]:
    """A line for each annotator who lacks documents that others have."""
    documents = sources.documents()
    for name, file in sources.annotators.items():
        present = file.reading.documents
        lacked = (each for each in documents if not present.units_of(each))
        absent = [each for each in lacked if not sources.has_done(name, each)]
        if absent:
            count = quantity(len(absent), sources.evaluation.document_name)
            what = f"{count} of the others, such as {sources.title(absent[0])}, not in it"
            yield f"{file.shown}: {what}; this counts as not annotated"


def unknown(sources: Sources) -> Iterator[str]:
    """A line for each document that is stated as done, here or in a comment, and that no file has."""
    task, stated, present = sources.adjudication.task, sources.adjudication.done, sources.documents()
    for name, file in sources.annotators.items():
        done = (*sorted(file.done), *stated.get(name, ()))
        yield from unknown_done(task, name, file.shown, done, present)
