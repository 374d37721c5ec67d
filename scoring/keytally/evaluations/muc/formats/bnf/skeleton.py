"""Makes the skeleton of a configuration for a task that a BNF defines."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.muc.formats.bnf.circles import circles
from keytally.evaluations.muc.formats.bnf.model import Bnf, BnfClass, BnfSlot

TASKS = ("template_element", "template_relation", "scenario_template")
TEMPLATE, CONTENT, STATUS = "template", "content", "obj_status"

_UNSCORED = (STATUS, "comment")
_DOCUMENT = "doc_nr"
_KINDS = ("set", "string")
_WEIGHTS = {"set": 1, "string": 10, "pointer": 10}


class NoSkeletonError(Exception):
    """A BNF without a possible configuration; the message is one line."""


def task_for(bnf: Bnf) -> str:
    """The task of a BNF, from its classes: with a TEMPLATE, with pointers, or with neither."""
    if bnf.of_class(TEMPLATE):
        return "scenario_template"
    points = any(slot.pointers for each in bnf.classes for slot in each.slots)
    return "template_relation" if points else "template_element"


def skeleton(bnf: Bnf, task: str, key: str, response: str) -> str:
    """The text of a configuration that scores `response` against `key` as `task`.

    Each class comes after those that it points to. Strings and pointers weigh 10, set fills 1; comments, the
    status that makes objects optional and the number of the document are not scored. Raises NoSkeletonError
    if the BNF has no class or no slot, or its pointers form a circle.
    """
    if not any(each.slots for each in bnf.classes):
        raise NoSkeletonError("it defines no class with a slot, so there is nothing to score")
    ordered = _pointed_to_first(bnf) if task != "template_element" else list(bnf.classes)
    return "".join(f"{line}\n" for line in _lines(bnf, task, ordered, (key, response)))


def _lines(bnf: Bnf, task: str, ordered: Sequence[BnfClass], files: tuple[str, str]) -> Iterator[str]:
    key, response = (_quoted(name) for name in files)
    yield "; A skeleton: weights and thresholds are for you to set, and so is what strings lose."
    yield f":scoring_task         {task}"
    yield ":scoring_method       key2response"
    yield f":key_file             {key}"
    yield f":response_file        {response}"
    yield ":score_report_file    scores"
    yield ":report_summary_file  report_summary"
    yield ":map_history_file     map_history"
    yield ""
    if task != "template_element":
        yield "; What is pointed to stands before what points to it; a pointer slot names its class last."
    yield ":class_defs"
    yield from (f"    {_quoted(_class(each), always=True)}" for each in ordered)
    yield ":slot_defs"
    for each in bnf.classes:
        yield from (f"    {_quoted(_slot(bnf, each, slot), always=True)}" for slot in each.slots)
    yield f":optional_status_slot {STATUS}"
    if task == "scenario_template":
        yield from _text_filter(bnf)
    yield ""
    yield "; What string fills lose before they are compared."
    yield ":stringfill_correct_comparison CLEAN"
    yield ":premodifiers         a an the"
    yield ':postmodifiers        "," "." "\'s"'
    yield ":corporate_designators inc incorporated corp corporation co company ltd limited"


def _class(each: BnfClass) -> str:
    name = each.name.lower()
    return f"{name} {name} {'unscored' if name == TEMPLATE else 'scored'} 0"


def _slot(bnf: Bnf, owner: BnfClass, slot: BnfSlot) -> str:
    name = slot.name.lower()
    unscored = name in _UNSCORED or (owner.name.lower() == TEMPLATE and name == _DOCUMENT)
    scored = "unscored 0" if unscored else f"scored {_WEIGHTS[slot.kind]}"
    return f"{owner.name.lower()} {name} {name} {scored} {_kind(bnf, slot)}"


def _kind(bnf: Bnf, slot: BnfSlot) -> str:
    """The sixth word of a definition: the kind, or the one class that a slot points to."""
    if slot.kind != "pointer":
        return slot.kind
    targets = bnf.targets(slot) or ()
    return targets[0] if len(targets) == 1 and targets[0] not in _KINDS else "pointer"


def _text_filter(bnf: Bnf) -> Iterator[str]:
    """The slot that decides whether a document is relevant: CONTENT, else the first with pointers."""
    template = bnf.of_class(TEMPLATE)
    if template is None:
        return
    points = [slot.name for slot in template.slots if slot.pointers]
    content = next((name for name in points if name.lower() == CONTENT), next(iter(points), ""))
    yield ""
    yield "; Text filtering: a document is relevant if this slot of its template has a fill."
    yield f":template_name        {template.name}"
    if content:
        yield f":content_name         {content}"


def _pointed_to_first(bnf: Bnf) -> list[BnfClass]:
    """The classes, each after those that it points to, else in their order."""
    waiting = {each.name.lower(): each for each in bnf.classes}
    needs = {name: _targets(bnf, each) for name, each in waiting.items()}
    circle = next(circles(bnf), None)
    if circle is not None:
        names = ", ".join(each.name for each in circle.classes)
        raise NoSkeletonError(f"its pointers run in a circle, so no order of classes is right: {names}")
    ordered: list[BnfClass] = []
    while waiting:
        ready = next(name for name in waiting if needs[name].isdisjoint(waiting))
        ordered.append(waiting.pop(ready))
    return ordered


def _targets(bnf: Bnf, each: BnfClass) -> set[str]:
    return {target for slot in each.slots if slot.pointers for target in bnf.targets(slot) or ()}


def _quoted(value: str, *, always: bool = False) -> str:
    """A value, in quotes if it needs them."""
    quote = "'" if '"' in value else '"'
    if not value.strip() or quote in value or "\n" in value or "\r" in value:
        raise NoSkeletonError(f"{value!r} cannot be written in a configuration")
    plain = value and value.split() == [value] and quote == '"' and "'" not in value
    return value if plain and not always else f"{quote}{value}{quote}"
