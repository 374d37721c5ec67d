"""The edits of a gold's file and of its decisions by which choices in its documents are taken over."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from keytally.adjudication.decisions import Decision, Place, deciding
from keytally.adjudication.live import LiveAdjudication
from keytally.adjudication.states import DocumentState
from keytally.adjudication.taking import Choices, Taken, keepable, kept, taken
from keytally.engine.reading import Reading
from keytally.evaluations.annotated import Annotates
from keytally.findings.edits import Edits, in_order
from keytally.findings.finding import Edit

Choose = Callable[[DocumentState], Choices]
"""The choices for the items of a document."""


class GoldEdits(NamedTuple):
    """Edits of the gold's file and of the file of decisions, each in order.

    `settled` is the number of items that are settled, `refused` has the reasons why others are not, as often
    as there are such items.
    """

    gold: Edits
    decisions: Edits
    settled: int = 0
    refused: Sequence[str] = ()

    @property
    def changes_anything(self) -> bool:
        """Whether a file becomes another one."""
        return bool(self.gold or self.decisions)


def gold_edits(
    live: LiveAdjudication, chosen: Mapping[str, Choices], *, others_go: bool = False
) -> GoldEdits:
    """The edits by choices of documents; `others_go` is as in `taken`. Raises ValueError without a gold."""
    gold, made = _gold(live), {}
    for document, choices in chosen.items():
        state = live.state(document)
        sound = {} if state is None else _of_same_text(live, document, choices)
        is_whole = others_go and len(sound) == len(choices)
        if state is not None and (sound or is_whole):
            units = gold.documents.units_of(document) or list(gold.units)[-1:]
            found = taken(live.evaluation, document, state, units, sound, others_go=is_whole)
            made[document] = found, len(sound)
    each = [of for of, _ in made.values()]
    refused = [reason for of in each for reason in of.refused.values()]
    count = sum(size for _, size in made.values()) - len(refused)
    return GoldEdits(in_file(gold, each), recorded(live.decisions, each), count, refused)


def keeping_edits(live: LiveAdjudication, document: str, number: int) -> GoldEdits:
    """The edits by which it is decided that the gold keeps what it has of an item and its parts."""
    state = live.state(document)
    numbers = [] if state is None else keepable(state, number)
    if state is None or not numbers:
        return GoldEdits((), ())
    return GoldEdits((), recorded(live.decisions, [kept(document, state, numbers)]), len(numbers))


def chosen_in(live: LiveAdjudication, documents: Iterable[str], choose: Choose) -> dict[str, Choices]:
    """The choices of documents by a function."""
    states = ((document, live.state(document)) for document in documents)
    return {document: choose(state) for document, state in states if state is not None}


def recorded(decisions: Reading | None, made: Sequence[Taken]) -> Edits:
    """The edits of the file of decisions."""
    new: list[Decision] = [decision for each in made for decision in each.decisions]
    withdrawn: list[tuple[str, Place]] = [item for each in made for item in each.withdrawn]
    text = "" if decisions is None else decisions.text
    return tuple(deciding(text, new, withdrawn)) if new or withdrawn else ()


def bare_text(evaluation: Annotates, reading: Reading, document: str) -> str:
    """The text of a document with nothing annotated, without blanks and line ends behind it."""
    units: Sequence[Any] = reading.documents.units_of(document)
    return "".join(evaluation.bare(units)).rstrip()


def _gold(live: LiveAdjudication) -> Reading:
    if live.gold is None:
        raise ValueError("there is no gold to edit")
    return live.gold


def in_file(gold: Reading, made: Iterable[Taken]) -> Edits:
    """The edits of the gold's units, with places that count from the start of its file, in order."""
    found: list[Edit] = []
    for each in made:
        for unit, edit in each.edits:
            start = gold.units.offset_of(unit)
            found.append(Edit(start + edit.start, start + edit.end, edit.text))
    return in_order(tuple(found))


def _of_same_text(live: LiveAdjudication, document: str, choices: Choices) -> Choices:
    """The choices but for those of annotators whose text of a document is not that of the gold."""
    if not choices:
        return choices
    text = bare_text(live.evaluation, _gold(live), document)
    names = {name for name in choices.values() if name is not None}
    others = {name for name in names if bare_text(live.evaluation, live.annotators[name], document) != text}
    return {number: name for number, name in choices.items() if name not in others}
