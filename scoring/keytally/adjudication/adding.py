"""Adding one thing to a part of the gold, such as a fill to a slot: neither annotator has all that is right.

Rule: what can be added is a word of a part that an annotator has and the gold lacks, of parts that somebody
gives several words. Alternatives are taken as a whole only.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from keytally.adjudication.gold_edits import GoldEdits, in_file, recorded
from keytally.adjudication.items import Said
from keytally.adjudication.live import LiveAdjudication
from keytally.adjudication.states import DocumentState
from keytally.adjudication.taking import Taken, kept
from keytally.evaluations.annotated import ALTERNATIVE, Annotation, Change, Reference


class Addition(NamedTuple):
    """A word, or a reference to an item that the gold has, and the annotators who have it."""

    part: str | Reference
    annotators: tuple[str, ...]


def additions(state: DocumentState, number: int) -> list[Addition]:
    """What can be added to what the gold has of an item: most votes first, ties by names, then as said."""
    items, parent = state.items, state.items.items[number].parent
    present = state.gold.said(number)
    if parent not in state.gold.members or (present is not None and ALTERNATIVE in present.value):
        return []
    said = [(name, items.said(number, name)) for name in items.items[number].members]
    lists = [(name, each) for name, each in said if each is not None and ALTERNATIVE not in each.value]
    if all(len(each.value) < 2 for _, each in lists):
        return []
    saying = defaultdict[str | Reference, list[str]](list)
    for name, each in lists:
        for part in dict.fromkeys(_lacking(state, each, present)):
            saying[part].append(name)
    found = (Addition(part, tuple(names)) for part, names in saying.items())
    return sorted(found, key=lambda each: (-len(each.annotators), each.annotators))


def _lacking(state: DocumentState, said: Said, present: Said | None) -> Iterator[str | Reference]:
    """What the gold lacks of what somebody says; references only to what it has."""
    known = () if present is None else present.value
    for part in said.value:
        if part not in known and (isinstance(part, str) or part.target in state.gold.members):
            yield part


def words_of(state: DocumentState, addition: Addition) -> str:
    """What is added, in words: for a reference the name of what it leads to."""
    part = addition.part
    return part if isinstance(part, str) else state.items.items[part.target].name


def adding_edits(live: LiveAdjudication, document: str, number: int, addition: Addition) -> GoldEdits:
    """The edits by which the gold gets something more of an item; it is recorded that this is meant."""
    state = live.state(document)
    if state is None or live.gold is None:
        return GoldEdits((), ())
    units = live.gold.documents.units_of(document)
    made = live.evaluation.rewriting(units, [_change(state, number, addition)])
    if made.refused:
        return GoldEdits((), (), 0, list(made.refused.values()))
    decided = kept(document, state, [number])
    found = Taken(made.edits, decided.decisions, (), {})
    return GoldEdits(in_file(live.gold, [found]), recorded(live.decisions, [found]), 1)


def _change(state: DocumentState, number: int, addition: Addition) -> Change:
    gold, items = state.gold, state.items
    parent = items.items[number].parent
    assert parent is not None, "only parts are added to"
    index = gold.members.get(number)
    present = None if index is None else gold.annotations[index]
    targets = (
        [] if present is None else [each.target for each in present.value if isinstance(each, Reference)]
    )
    part = addition.part
    if isinstance(part, Reference):
        targets.append(gold.members[part.target])
        part = Reference(targets[-1])
    return Change(
        present,
        _alone(state, number, addition, part) if present is None else _longer(present, part),
        tuple(gold.annotations[each] for each in targets),
        gold.annotations[gold.members[parent]],
    )


def _longer(present: Annotation, part: str | Reference) -> Annotation:
    """What the gold has of an item, with this part behind its others."""
    return present._replace(value=(*present.value, part))


def _alone(state: DocumentState, number: int, addition: Addition, part: str | Reference) -> Annotation:
    """What an annotator has of an item, with this part alone."""
    name = addition.annotators[0]
    said = state.items.annotations[name][state.items.items[number].members[name]]
    return said._replace(value=(part,))
