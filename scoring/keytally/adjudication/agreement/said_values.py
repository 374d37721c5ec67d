"""What annotators say of an item, as values that coefficients take, and in words."""

from collections.abc import Hashable

from keytally.adjudication.agreement.document import ComparedDocument
from keytally.adjudication.items import said
from keytally.evaluations.annotated import Annotation, Reference

NOTHING = ""
"""The value of an item that an annotator has seen and says nothing of."""


def label(document: ComparedDocument, annotator: str, number: int) -> Hashable | None:
    """What counts of an item: its type, where texts are judged by types, else its value; None if missing.

    References to the same kind make chains, which have a measure of their own.
    """
    if annotator not in document.items.annotations:
        return None
    annotation = document.annotation(annotator, number)
    if annotation is None:
        return NOTHING if annotator in document.voters(number) else None
    if document.types is not None:
        return document.types(annotation)
    item_of = document.items.item_of[annotator]
    return tuple(
        (document.name, part.target) if isinstance(part, Reference) else part
        for part in said(_without_links(document, annotator, annotation), item_of).value
    )


def _without_links(document: ComparedDocument, annotator: str, annotation: Annotation) -> Annotation:
    """An annotation without references to its own kind."""
    others = document.said[annotator]
    kept = (
        part
        for part in annotation.value
        if not isinstance(part, Reference) or others[part.target].kind != annotation.kind
    )
    return annotation._replace(value=tuple(kept))


def words(document: ComparedDocument, annotator: str, annotation: Annotation) -> str:
    """The value in words: its parts, and the names of what references lead to."""
    others = document.said[annotator]
    parts = (
        f"-> {others[part.target].name}" if isinstance(part, Reference) else part for part in annotation.value
    )
    return " ".join(parts)


def type_in_words(document: ComparedDocument, annotator: str, number: int) -> str | None:
    """The type that an annotator gives to an item, else words; "" for nothing, None where it is missing."""
    if annotator not in document.voters(number):
        return None
    annotation = document.annotation(annotator, number)
    if annotation is None:
        return NOTHING
    if document.types is not None:
        return document.types(annotation)
    return words(document, annotator, _without_links(document, annotator, annotation))
