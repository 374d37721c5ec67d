"""The text that a gold begins with: that of all documents, with nothing annotated."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from keytally.engine.reading import Reading
from keytally.evaluations.annotated import Annotates
from keytally.evaluations.interface import Evaluation, Role


class BegunText(NamedTuple):
    """The text of a gold with all documents, and the documents whose text is that of an annotator."""

    text: str
    of_annotators: Collection[str]


def can_begin_with_texts(evaluation: Evaluation) -> bool:
    """Whether the texts of a task have the form of a key."""
    return evaluation.language(Role.TEXTS).name == evaluation.language(Role.KEY).name


def begun_text(
    evaluation: Annotates,
    annotators: Mapping[str, Reading],
    gold: Reading | None = None,
    texts: Reading | None = None,
) -> BegunText:
    """The gold's text with all documents of the annotators, with nothing added that is annotated.

    A gold that is blank, or not there, begins with the texts where these are given, else with the file of the
    first annotator by name. Documents that are lacking stand at the end; each is the first annotator's who
    has it. Left out is one that has a name only because it is the first of its file: behind others it would
    be a part of the last one.
    """
    by_name = dict(sorted(annotators.items()))
    text = "" if gold is None else gold.text
    known = set(gold.documents) if gold is not None and text.strip() else set()
    taken: dict[str, None] = {}
    if not text.strip():
        source = next(iter(by_name.values())) if texts is None else texts
        text, known = "".join(evaluation.bare(list(source.units))), set(source.documents)
        taken.update(dict.fromkeys(source.documents if texts is None else ()))
    added: list[str] = []
    for reading in by_name.values():
        lacking = [document for document in reading.documents if document not in known]
        for document in lacking:
            bare = "".join(evaluation.bare(reading.documents.units_of(document)))
            if text and not _begins_a_unit(reading, bare):
                continue
            known.add(document)
            taken[document] = None
            added.append(bare)
    if any(added) and text and not text.endswith(("\n", "\r")):
        text += "\n"
    return BegunText(text + "".join(added), taken.keys())


def _begins_a_unit(reading: Reading, text: str) -> bool:
    """Whether a text behind others is a unit, or some, by itself."""
    return not text or bool(reading.language.boundaries(f"\n{text}"))
