"""The entities of a sentence by its labels."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.columns.formats.labels import label_of
from keytally.evaluations.columns.model import OUTSIDE, Entity, Scheme
from keytally.evaluations.columns.scoring.transitions import well_formed

_CLOSING, _WITHIN = frozenset("ESLU"), frozenset("IEL")


def entities(labels: Sequence[str]) -> tuple[Entity, ...]:
    """The entities of any labels, whatever the scheme; none is lost because its labels are faulty.

    An entity starts at B, S and U, after E, S, L and U, and at I, E or L behind a token of no entity or of
    another type; so an I behind O opens one. For IOB1, IOB2 and IO this is the reading of conlleval
    (CoNLL-2000); a text that is no label stands outside.
    """
    return tuple(_entities(labels)) if labels.count(OUTSIDE) < len(labels) else ()


def _entities(labels: Sequence[str]) -> Iterator[Entity]:
    start, type_, is_over = -1, "", False
    for number, text in enumerate(labels):
        if start < 0 and text == OUTSIDE:
            continue
        prefix, next_type = label_of(text)
        if start >= 0 and (is_over or prefix not in _WITHIN or next_type != type_):
            yield Entity(start, number, type_)
            start = -1
        if start < 0 and prefix != OUTSIDE:
            start, type_ = number, next_type
        is_over = prefix in _CLOSING
    if start >= 0:
        yield Entity(start, len(labels), type_)


def strict_entities(labels: Sequence[str], scheme: Scheme) -> tuple[Entity, ...]:
    """The entities that are well formed in a scheme; labels that belong to none make none.

    This is `mode=strict` of seqeval. Every entity is well formed in IO.
    """
    if scheme is Scheme.IO:
        return entities(labels)
    return tuple(well_formed([label_of(text) for text in labels], scheme))
