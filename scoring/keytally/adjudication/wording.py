"""What annotators say of an item, in words."""

import re
from collections.abc import Sequence

from keytally.adjudication.gold_items import GoldItems
from keytally.adjudication.items import Items
from keytally.adjudication.variants import Variant, example
from keytally.evaluations.annotated import Annotation, Reference

NOTHING = "nothing"
_ASSIGNED = re.compile(r"[A-Z]+=(.+)")


def who_says_what(items: Items, number: int, variants: Sequence[Variant]) -> str:
    """The variants of an item, each behind those who say so."""
    return "; ".join(
        f"{', '.join(variant.annotators)}: {said(items, number, variant)}" for variant in variants
    )


def said(items: Items, number: int, variant: Variant) -> str:
    """What a variant says: its name where that is not the item's, and its value."""
    annotation = example(items, number, variant)
    if annotation is None:
        return NOTHING
    return _worded(annotation, items.annotations[variant.annotators[0]], items.items[number].name)


def said_by(items: Items, number: int, annotator: str) -> str:
    """What one annotator says."""
    index = items.items[number].members.get(annotator)
    if index is None:
        return NOTHING
    annotations = items.annotations[annotator]
    return _worded(annotations[index], annotations, items.items[number].name)


def said_in_gold(items: Items, gold: GoldItems, number: int) -> str:
    """What the gold has of an item, or in its place."""
    annotation = gold.shown(number)
    if annotation is None:
        return NOTHING
    return _worded(annotation, gold.annotations, items.items[number].name)


def _worded(annotation: Annotation, annotations: Sequence[Annotation], name: str) -> str:
    parts = [
        f"after {annotations[part.target].name!r}" if isinstance(part, Reference) else part
        for part in annotation.value
    ]
    named = [] if annotation.name == name else [repr(annotation.name)]
    return " ".join([*named, *(part for part in parts if part)]) or "this"


def in_short(items: Items, number: int, annotator: str) -> str:
    """The values of the assignments that an annotator says of an item, such as `PERSON`; "" without any.

    It is empty as well where the annotator says it of another text.
    """
    index = items.items[number].members.get(annotator)
    if index is None:
        return ""
    annotation = items.annotations[annotator][index]
    parts = [part for part in annotation.value if not isinstance(part, Reference)]
    values = [found[1] for part in parts if (found := _ASSIGNED.fullmatch(part))]
    return " ".join(values) if annotation.name == items.items[number].name else ""
