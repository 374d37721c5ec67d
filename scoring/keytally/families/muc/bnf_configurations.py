"""Descriptions of BNFs, and the default configurations derived from them."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from keytally.families.muc.bnf import (
    Bnf,
    BnfClass,
    BnfElement,
    BnfSlot,
    Choice,
    ElementKind,
    bnf_of,
    pointer_circles,
)
from keytally.families.muc.builtin import DEFAULT_NAMES, builtin_names, builtin_text
from keytally.families.muc.configuration.document import typed_configuration
from keytally.families.muc.configuration.resolution import read_config
from keytally.families.muc.model import Configuration, ConfigurationError
from keytally.text.rendering import quantity


def bnf_description(bnf: Bnf) -> Iterator[str]:
    """Yield the lines of a description: the counts, each class with its slots, and the named sets.

    The line of a slot shows its kind, its cardinality, and its possible fills.
    """
    yield _summary(bnf)
    for each in bnf.classes:
        yield ""
        yield each.name
        yield from _slot_lines(bnf, each)
    for name, values in bnf.sets:
        yield ""
        yield f"{name} is one of {_values(values)}"


def slot_in_words(bnf: Bnf, slot: BnfSlot) -> str:
    """Return a slot's kind, cardinality and possible fills: `set, exactly one fill: one of IN, OUT`."""
    return f"{slot.kind}, {slot.cardinality}: {_filled_by(bnf, slot)}"


def bnf_values(bnf: Bnf) -> dict[str, Any]:
    """Return a BNF as JSON: `{"classes": [{"name", "slots": [...]}], "sets": {NAME: [VALUE]}}`.

    A slot is `{"name", "kind", "least", "most", "choices", "targets", "written"}`. `most` is None for any
    number; `choices` are lists of `{"kind", "name", "values"}`; `targets` are the classes that a pointer may
    point to, or None for all.
    """
    classes = [
        {"name": each.name, "slots": [_slot_values(bnf, slot) for slot in each.slots]} for each in bnf.classes
    ]
    return {"classes": classes, "sets": {name: list(values) for name, values in bnf.sets}}


def _slot_values(bnf: Bnf, slot: BnfSlot) -> dict[str, Any]:
    targets = bnf.targets(slot)
    return {
        "name": slot.name,
        "kind": slot.kind,
        "least": slot.cardinality.least,
        "most": slot.cardinality.most,
        "choices": [[_element_values(element) for element in choice] for choice in slot.choices],
        "targets": None if targets is None else list(targets),
        "written": slot.written,
    }


def _element_values(element: BnfElement) -> dict[str, Any]:
    return {"kind": element.kind.value, "name": element.name, "values": list(element.values)}


def _summary(bnf: Bnf) -> str:
    slots = sum(len(each.slots) for each in bnf.classes)
    counts = ((len(bnf.classes), "class"), (slots, "slot"), (len(bnf.sets), "named set"))
    return ", ".join(quantity(count, noun) for count, noun in counts)


def _slot_lines(bnf: Bnf, owner: BnfClass) -> Iterator[str]:
    rows = [(slot.name, slot.kind, str(slot.cardinality), _filled_by(bnf, slot)) for slot in owner.slots]
    widths = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:3]]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        yield f"  {'  '.join(cells)}  {row[3]}".rstrip()


def _filled_by(bnf: Bnf, slot: BnfSlot) -> str:
    """Return the possible fills of a slot, in words."""
    if not slot.choices:
        return "nothing that could be parsed"
    return ", or ".join(_choice(bnf, choice) for choice in slot.choices)


def _choice(bnf: Bnf, choice: Choice) -> str:
    return " and ".join(_element(bnf, element) for element in choice)


def _element(bnf: Bnf, element: BnfElement) -> str:
    if element.kind is ElementKind.POINTER:
        known = bnf.of_class(element.name)
        return f"an object of {known.name}" if known else f"any object ({element.name})"
    if element.kind is ElementKind.STRING:
        return f'any text ("{element.name}")' if element.name else "any text"
    if element.kind is ElementKind.WORD:
        return f"any text ({element.name})"
    listed = f"one of {_values(element.values)}" if element.values else "any text, as the set is not defined"
    return f"{listed} ({element.name})" if element.name else listed


def _values(values: Sequence[str]) -> str:
    return ", ".join(values) or "nothing"


TASKS = ("template_element", "template_relation", "scenario_template")
TEMPLATE, CONTENT, STATUS = "template", "content", "obj_status"

_UNSCORED = (STATUS, "comment")
_DOCUMENT = "doc_nr"
_KINDS = ("set", "string")
_WEIGHTS = {"set": 1, "string": 10, "pointer": 10}


class NoSkeletonError(Exception):
    """Raised if no configuration can be generated from a BNF; the message is one line."""


def task_for(bnf: Bnf) -> str:
    """Infer the task of a BNF: `scenario_template` if it has a TEMPLATE class, otherwise
    `template_relation` if it has pointers, otherwise `template_element`.
    """
    if bnf.of_class(TEMPLATE):
        return "scenario_template"
    points = any(slot.pointers for each in bnf.classes for slot in each.slots)
    return "template_relation" if points else "template_element"


def configuration_skeleton(bnf: Bnf, task: str, key: str, response: str) -> str:
    """Return the text of a configuration that scores `response` against `key` as `task`.

    Each class follows the classes that it points to. Strings and pointers have the weight 10, set fills 1;
    comments, the status slot and the document number are not scored. Raises NoSkeletonError if the BNF has no
    class or no slot, or its pointers form a cycle.
    """
    if not any(each.slots for each in bnf.classes):
        raise NoSkeletonError("the BNF does not define a class with a slot, so there is nothing to score")
    ordered = _pointed_to_first(bnf) if task != "template_element" else list(bnf.classes)
    return "".join(f"{line}\n" for line in _skeleton_lines(bnf, task, ordered, (key, response)))


def _skeleton_lines(
    bnf: Bnf, task: str, ordered: Sequence[BnfClass], files: tuple[str, str]
) -> Iterator[str]:
    key, response = (_quoted(name) for name in files)
    yield "; A skeleton: set the weights, the thresholds and the normalisation of strings."
    yield f":scoring_task         {task}"
    yield ":scoring_method       key2response"
    yield f":key_file             {key}"
    yield f":response_file        {response}"
    yield ":score_report_file    scores"
    yield ":report_summary_file  report_summary"
    yield ":map_history_file     map_history"
    yield ""
    if task != "template_element":
        yield "; A class follows the classes that it points to; a pointer slot names its class last."
    yield ":class_defs"
    yield from (f"    {_quoted(_class(each), always=True)}" for each in ordered)
    yield ":slot_defs"
    for each in bnf.classes:
        yield from (f"    {_quoted(_slot(bnf, each, slot), always=True)}" for slot in each.slots)
    yield f":optional_status_slot {STATUS}"
    if task == "scenario_template":
        yield from _text_filter(bnf)
    yield ""
    yield "; Parts of string fills that are removed before the comparison."
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
    """Return the sixth word of a slot's definition: its kind, or the only class that it points to."""
    if slot.kind != "pointer":
        return slot.kind
    targets = bnf.targets(slot) or ()
    return targets[0] if len(targets) == 1 and targets[0] not in _KINDS else "pointer"


def _text_filter(bnf: Bnf) -> Iterator[str]:
    """Yield the lines for text filtering, with the slot that makes a document relevant: CONTENT, or the
    first slot with pointers.
    """
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
    """Return the classes in their original order, except that each class follows the classes that it
    points to.
    """
    waiting = {each.name.lower(): each for each in bnf.classes}
    needs = {name: _targets(bnf, each) for name, each in waiting.items()}
    circle = next(pointer_circles(bnf), None)
    if circle is not None:
        names = ", ".join(each.name for each in circle.classes)
        raise NoSkeletonError(
            f"the pointers of the BNF form a cycle, so no order of classes is valid: {names}"
        )
    ordered: list[BnfClass] = []
    while waiting:
        ready = next(name for name in waiting if needs[name].isdisjoint(waiting))
        ordered.append(waiting.pop(ready))
    return ordered


def _targets(bnf: Bnf, each: BnfClass) -> set[str]:
    return {target for slot in each.slots if slot.pointers for target in bnf.targets(slot) or ()}


def _quoted(value: str, *, always: bool = False) -> str:
    """Return a value, quoted if necessary."""
    quote = "'" if '"' in value else '"'
    if not value.strip() or quote in value or "\n" in value or "\r" in value:
        raise NoSkeletonError(f"{value!r} cannot be written in a configuration")
    plain = value and value.split() == [value] and quote == '"' and "'" not in value
    return value if plain and not always else f"{quote}{value}{quote}"


# The default configuration of a task: a built-in one, or one derived from its BNF.
#
# The command, the server and the Python API all decide here.


MADE = "the configuration generated from the BNF"


class DefaultConfiguration(NamedTuple):
    """The text of a configuration, and its name in messages; `made` is true if it is derived from a BNF."""

    text: str
    name: str
    made: bool = False


@lru_cache(maxsize=8)
def default_configuration(task: str, bnf: str | None = None) -> DefaultConfiguration:
    """Return the default configuration of a task, given the text of the BNF if there is one.

    It is the first built-in configuration of the task that defines all classes and slots of the BNF;
    otherwise it is generated as `keytally init` does. `bnf` is None if there is no BNF. Raises KeyError if
    the task has no built-in configuration, and ConfigurationError if none can be generated.
    """
    if bnf is None or task not in TASKS:
        return DefaultConfiguration(builtin_text(DEFAULT_NAMES[task]), DEFAULT_NAMES[task])
    known = bnf_of(bnf)
    for name in _built_in_for(task):
        if _slots_of_bnf(known) <= _slots_of_builtin(name):
            return DefaultConfiguration(builtin_text(name), name)
    try:
        return DefaultConfiguration(configuration_skeleton(known, task, "keys", "responses"), MADE, made=True)
    except NoSkeletonError as error:
        raise ConfigurationError(
            [f"cannot generate a configuration from the BNF: {error}; specify a configuration"]
        ) from error


def _built_in_for(task: str) -> Iterator[str]:
    """Yield the names of a task's built-in configurations, the default first."""
    names = sorted(builtin_names(), key=lambda name: name != DEFAULT_NAMES[task])
    return (name for name in names if _built_in(name).scoring_task == task)


@cache
def _built_in(name: str) -> Configuration:
    return typed_configuration(read_config(builtin_text(name)))


def _slots_of_bnf(bnf: Bnf) -> frozenset[tuple[str, str]]:
    """Return the slots of a BNF as lower-case (class, slot) pairs, and each class as a pair with an empty
    slot.

    The status slot is omitted, because it belongs to every class.
    """
    slots = {(each.name, slot.name) for each in bnf.classes for slot in each.slots}
    named = {*slots, *((each.name, "") for each in bnf.classes)}
    return frozenset((owner.lower(), name.lower()) for owner, name in named if name.lower() != STATUS)


def _slots_of_builtin(name: str) -> frozenset[tuple[str, str]]:
    """Return the classes and slots of a built-in configuration, in the form of `_slots_of_bnf`."""
    classes = {(each.name, "") for each in _built_in(name).classes}
    return frozenset({*classes, *((slot.class_name, slot.name) for slot in _built_in(name).slots)})
