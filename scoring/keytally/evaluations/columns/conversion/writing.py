"""Columns of documents: a token and its label a line, in a scheme."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.columns.formats.rows import DOCUMENT_START
from keytally.evaluations.columns.model import OUTSIDE, Entity, Scheme
from keytally.evaluations.columns.scoring.encoding import labels_in
from keytally.evaluations.converted import Document


def written(documents: Sequence[Document], scheme: Scheme) -> str:
    """The text of a file; several documents are parted by a line each."""
    if len(documents) == 1:
        return "\n".join(_sentences(documents[0], scheme))
    opening = f"{DOCUMENT_START}\t{OUTSIDE}\n\n"
    return "\n".join(opening + "\n".join(_sentences(document, scheme)) for document in documents)


def _sentences(document: Document, scheme: Scheme) -> Iterator[str]:
    entities, at = document.entities, 0
    for sentence in document.sentences or ():
        starts = {start: number for number, (start, _) in enumerate(sentence)}
        ends = {end: number + 1 for number, (_, end) in enumerate(sentence)}
        found = []
        while at < len(entities) and entities[at].start in starts:
            found.append(Entity(starts[entities[at].start], ends[entities[at].end], entities[at].type))
            at += 1
        labels = labels_in(scheme, found, len(sentence))
        tokens = (document.text[start:end] for start, end in sentence)
        yield "".join(f"{token}\t{label}\n" for token, label in zip(tokens, labels, strict=True))
