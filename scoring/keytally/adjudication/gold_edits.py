"""Edits of a gold and its decisions: choices, added values, and the initial text."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from keytally.adjudication.annotator_files import empty_gold
from keytally.adjudication.choices import ChoiceEdits, Choices, choice_edits, keep_decisions, keepable_items
from keytally.adjudication.decisions import Decision, Place, decision_edits
from keytally.adjudication.items import Claim
from keytally.adjudication.states import DocumentState, LiveAdjudication
from keytally.engine.reading import Reading
from keytally.families.annotations import ALTERNATIVE, Annotation, AnnotationEditor, Change, Reference
from keytally.families.contract import SettingsError
from keytally.findings.finding import Edit, Edits, apply_edits, combined_edits
from keytally.text.difference import common_prefix

Choose = Callable[[DocumentState], Choices]
"""A function that returns the choices for the items of a document."""


class GoldEdits(NamedTuple):
    """Edits of the gold's file and of the file of decisions, in order.

    `settled` is the number of settled items; `refused` contains, for each other item, the reason why it is
    not settled.
    """

    gold: Edits
    decisions: Edits
    settled: int = 0
    refused: Sequence[str] = ()

    @property
    def changes_anything(self) -> bool:
        """Return whether a file changes."""
        return bool(self.gold or self.decisions)


def gold_edits(
    live: LiveAdjudication, chosen: Mapping[str, Choices], *, others_go: bool = False
) -> GoldEdits:
    """Return the edits that apply choices in documents; `others_go` has the same meaning as in
    `choice_edits`.

    Raises ValueError if there is no gold.
    """
    gold, made = _gold(live), {}
    for document, choices in chosen.items():
        state = live.state(document)
        sound = {} if state is None else _of_same_text(live, document, choices)
        is_whole = others_go and len(sound) == len(choices)
        if state is not None and (sound or is_whole):
            units = gold.documents.units_of(document) or list(gold.units)[-1:]
            found = choice_edits(live.editor, document, state, units, sound, others_go=is_whole)
            made[document] = found, len(sound)
    each = [of for of, _ in made.values()]
    refused = [reason for of in each for reason in of.refused.values()]
    count = sum(size for _, size in made.values()) - len(refused)
    return GoldEdits(gold_file_edits(gold, each), decision_file_edits(live.decisions, each), count, refused)


def keeping_edits(live: LiveAdjudication, document: str, number: int) -> GoldEdits:
    """Return the edits that record the decision to keep the gold's version of an item and its parts."""
    state = live.state(document)
    numbers = [] if state is None else keepable_items(state, number)
    if state is None or not numbers:
        return GoldEdits((), ())
    return GoldEdits(
        (), decision_file_edits(live.decisions, [keep_decisions(document, state, numbers)]), len(numbers)
    )


def chosen_in(live: LiveAdjudication, documents: Iterable[str], choose: Choose) -> dict[str, Choices]:
    """Return the choices that a function makes in documents."""
    states = ((document, live.state(document)) for document in documents)
    return {document: choose(state) for document, state in states if state is not None}


def decision_file_edits(decisions: Reading | None, made: Sequence[ChoiceEdits]) -> Edits:
    """Return the edits of the file of decisions for choices that were made."""
    new: list[Decision] = [decision for each in made for decision in each.decisions]
    withdrawn: list[tuple[str, Place]] = [item for each in made for item in each.withdrawn]
    text = "" if decisions is None else decisions.text
    return tuple(decision_edits(text, new, withdrawn)) if new or withdrawn else ()


def bare_text(editor: AnnotationEditor, reading: Reading, document: str) -> str:
    """Return the text of a document without annotations or trailing whitespace."""
    units: Sequence[Any] = reading.documents.units_of(document)
    return "".join(editor.bare(units)).rstrip()


def _gold(live: LiveAdjudication) -> Reading:
    if live.gold is None:
        raise ValueError("there is no gold to edit")
    return live.gold


def gold_file_edits(gold: Reading, made: Iterable[ChoiceEdits]) -> Edits:
    """Return the edits of the gold's units, in order, with positions counted from the start of the file."""
    found: list[Edit] = []
    for each in made:
        for unit, edit in each.edits:
            start = gold.units.offset_of(unit)
            found.append(Edit(start + edit.start, start + edit.end, edit.text))
    return combined_edits(tuple(found))


def _of_same_text(live: LiveAdjudication, document: str, choices: Choices) -> Choices:
    """Return the choices without those from annotators whose text of a document differs from the gold's."""
    if not choices:
        return choices
    text = bare_text(live.editor, _gold(live), document)
    names = {name for name in choices.values() if name is not None}
    others = {name for name in names if bare_text(live.editor, live.annotators[name], document) != text}
    return {number: name for number, name in choices.items() if name not in others}


# Adding one value to a part of the gold, such as a fill to a slot, if no annotator has all correct values.
#
# Rule: a word can be added if an annotator has it in a part and the gold lacks it, and some annotator has
# several words in that part. Alternatives are only added as a whole.


class Addition(NamedTuple):
    """A word or a reference that can be added to the gold's version of an item, and the annotators who
    have it.
    """

    part: str | Reference
    annotators: tuple[str, ...]


def additions(state: DocumentState, number: int) -> list[Addition]:
    """Return the possible additions to the gold's version of an item: most votes first, ties sorted by
    name.
    """
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


def _lacking(state: DocumentState, said: Claim, present: Claim | None) -> Iterator[str | Reference]:
    """Yield the parts of a claim that the gold lacks; references are included only if their targets exist."""
    known = () if present is None else present.value
    for part in said.value:
        if part not in known and (isinstance(part, str) or part.target in state.gold.members):
            yield part


def words_of(state: DocumentState, addition: Addition) -> str:
    """Return an addition as text; a reference is represented by the name of its target."""
    part = addition.part
    return part if isinstance(part, str) else state.items.items[part.target].name


def fill_edits(live: LiveAdjudication, document: str, number: int, addition: Addition) -> GoldEdits:
    """Return the edits that add a value to an item of the gold, and record the result as a decision."""
    state = live.state(document)
    if state is None or live.gold is None:
        return GoldEdits((), ())
    units = live.gold.documents.units_of(document)
    made = live.editor.rewriting(units, [_change(state, number, addition)])
    if made.refused:
        return GoldEdits((), (), 0, list(made.refused.values()))
    decided = keep_decisions(document, state, [number])
    found = ChoiceEdits(made.edits, decided.decisions, (), {})
    return GoldEdits(gold_file_edits(live.gold, [found]), decision_file_edits(live.decisions, [found]), 1)


def _change(state: DocumentState, number: int, addition: Addition) -> Change:
    gold, items = state.gold, state.items
    parent = items.items[number].parent
    assert parent is not None, "only items within another item are added to an annotation"
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
        tuple(gold.annotations[target] for target in targets),
        gold.annotations[gold.members[parent]],
    )


def _longer(present: Annotation, part: str | Reference) -> Annotation:
    """Return the gold's version of an item with this part appended."""
    return present._replace(value=(*present.value, part))


def _alone(state: DocumentState, number: int, addition: Addition, part: str | Reference) -> Annotation:
    """Return an annotator's version of an item with only this part."""
    name = addition.annotators[0]
    said = state.items.annotations[name][state.items.items[number].members[name]]
    return said._replace(value=(part,))


def lacks_text(live: LiveAdjudication) -> bool:
    """Return whether the gold completely lacks the text of a document that annotators have."""
    gold = live.gold
    known = set() if gold is None else set(gold.documents)
    return any(
        document not in known and bare_text(live.editor, reading, document)
        for reading in live.annotators.values()
        for document in reading.documents
    )


def gold_with_texts(live: LiveAdjudication, texts: Reading | None = None) -> str | None:
    """Return the gold's text with all documents of the annotators, without adding annotations.

    It is None if annotators have different texts of a document that would be copied from one of them, or if
    annotations cannot be removed from its file.
    """
    try:
        found = empty_gold(live.editor, live.annotators, live.gold, texts)
    except SettingsError:
        return None
    if any(_differ(live.editor, live.annotators, document) for document in found.of_annotators):
        return None
    return found.text


def beginning_edits(live: LiveAdjudication, choose: Choose, texts: Reading | None = None) -> GoldEdits:
    """Return the edits that insert the text of all documents into the gold, and apply choices in each of
    them.

    Raises ValueError if there is no gold.
    """
    gold, text = live.gold, gold_with_texts(live, texts)
    if gold is None:
        raise ValueError("there is no gold to create")
    if text is None:
        return GoldEdits((), ())
    whole = live.with_gold(Reading(gold.language, text, judged=False))
    made = gold_edits(whole, chosen_in(whole, whole.documents, choose))
    return made._replace(gold=_difference(gold.text, apply_edits(text, made.gold)))


def _difference(old: str, new: str) -> tuple[Edit, ...]:
    """Return at most one edit that converts the old text to the new one."""
    start = common_prefix(old, new)
    return () if old == new else (Edit(start, len(old), new[start:]),)


def _differ(editor: AnnotationEditor, annotators: Mapping[str, Reading], document: str) -> bool:
    """Return whether the annotators who have a document differ in its text."""
    having = [reading for reading in annotators.values() if reading.documents.units_of(document)]
    return len({bare_text(editor, reading, document) for reading in having}) > 1
