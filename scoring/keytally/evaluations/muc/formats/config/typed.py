"""Converts the values of a configuration without errors to the types of `Configuration`."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from keytally.evaluations.muc.formats.config.document import LISTS, ConfigUnit
from keytally.evaluations.muc.formats.config.options import OPTIONS
from keytally.evaluations.muc.model.configuration import (
    ClassDefinition,
    Configuration,
    SectionGroup,
    SlotDefinition,
    Subtask,
)
from keytally.evaluations.options import Kind, Option, canonical_number, canonical_values

_FIELDS = {"class_defs": "classes", "slot_defs": "slots", "ne_subtask_names": "subtasks"}
_AS_WRITTEN = ("sgml_DOC_gid", "sgml_DOCNUM_gid", "doc_sections")
_PLAIN_KINDS = ("set", "string")
_TEMPLATE_TASKS = ("template_element", "template_relation", "scenario_template")


def typed_configuration(unit: ConfigUnit) -> Configuration:
    """The configuration in a file, with defaults for missing options.

    The file must have no findings of severity error.
    """
    fields = dict(_fields(unit))
    if not unit.lines_of("optional_status_slot") and fields["scoring_task"] in _TEMPLATE_TASKS:
        fields["optional_status_slot"] = "obj_status"
    return Configuration(**fields, given=_given(unit))


def _fields(unit: ConfigUnit) -> Iterator[tuple[str, Any]]:
    for name, option in OPTIONS.items():
        yield _FIELDS.get(name, name.lower()), _typed(option, _contents(unit, option))


def _given(unit: ConfigUnit) -> dict[str, tuple[str, ...]]:
    """The values of the given options, by name, in the table's order.

    They have one spelling, so that equal settings give equal signatures.
    """
    given = [option for name, option in OPTIONS.items() if unit.lines_of(name)]
    return {option.name: _canonical(option, _contents(unit, option)) for option in given}


def _canonical(option: Option, contents: tuple[str, ...]) -> tuple[str, ...]:
    """Values in one spelling; in a row of a definition, its blanks, its number, and `scored` or not."""
    if option.kind not in _ROWS:
        return canonical_values(option, contents)
    spellings = _SPELLINGS.get(option.kind, {})
    return tuple(
        " ".join(spellings.get(at, str)(word) for at, word in enumerate(content.split()))
        for content in contents
    )


def _number(word: str) -> str:
    value = Fraction(word)
    short = canonical_number(float(value))
    return short if Fraction(short) == value else str(value)


def _contents(unit: ConfigUnit, option: Option) -> tuple[str, ...]:
    """The values of an option: those given, else its default. For a single-valued option the last counts."""
    if not unit.lines_of(option.name):
        return option.default or ()
    if option.kind is Kind.LIST and option.choices:
        written = " ".join(value.content for value in unit.values_of(option.name))
        return tuple(written.lower().replace(",", " ").split())
    if option.kind in LISTS:
        return tuple(value.content for value in unit.values_of(option.name))
    value = unit.last_value(option.name)
    return (value.content,) if value else ()


def _typed(option: Option, contents: tuple[str, ...]) -> Any:
    """An option's values with the type of the configuration's field."""
    if option.kind in _ROWS:
        return tuple(_ROWS[option.kind](content.split()) for content in contents)
    if option.kind is Kind.LIST:
        return tuple(_list_item(option, content) for content in contents)
    return _SINGLE.get(option.kind, _as_given)(option, contents[0])


def _list_item(option: Option, content: str) -> str:
    if option.name == "equatable_objects":
        return content.strip().lower()
    return content.strip() if option.name in _AS_WRITTEN else content


def _class(words: list[str]) -> ClassDefinition:
    name, report_name, scored, threshold = words
    return ClassDefinition(name.lower(), report_name, scored.lower() == "scored", Fraction(threshold))


def _slot(words: list[str]) -> SlotDefinition:
    class_name, name, report_name, scored, weight, kind = words
    plain = kind.lower() in _PLAIN_KINDS
    return SlotDefinition(
        class_name.lower(),
        name.lower(),
        report_name,
        scored.lower() == "scored",
        Fraction(weight),
        kind.lower() if plain else "pointer",
        "" if plain else kind,
    )


def _slot_kind(word: str) -> str:
    """The kind of a slot in a signature; a class that it points to stays as written."""
    return word.lower() if word.lower() in _PLAIN_KINDS else word


def _subtask(words: list[str]) -> Subtask:
    class_name, slot, value = (word.lower() for word in words)
    return Subtask(class_name, slot, value)


def _group(words: list[str]) -> SectionGroup:
    return SectionGroup(words[0], tuple(words[1:]))


def _as_given(option: Option, content: str) -> str:
    return content


def _flag(option: Option, content: str) -> bool:
    """Any value but `no` is yes (manual, dump_map_history: "If anything else")."""
    return content.strip().lower() != "no"


def _choice(option: Option, content: str) -> str | bool:
    """The choice in the table's spelling; a boolean where the choices are yes and no."""
    chosen = next(choice for choice in option.choices if choice.lower() == content.strip().lower())
    return chosen == "yes" if set(option.choices) == {"no", "yes"} else chosen


def _name(option: Option, content: str) -> str:
    return content.strip() if option.name in _AS_WRITTEN else content.strip().lower()


_ROWS: Mapping[Kind, Callable[[list[str]], Any]] = {
    Kind.CLASSES: _class,
    Kind.SLOTS: _slot,
    Kind.SUBTASKS: _subtask,
    Kind.GROUPS: _group,
}
_SPELLINGS: Mapping[Kind, Mapping[int, Callable[[str], str]]] = {
    Kind.CLASSES: {2: str.lower, 3: _number},
    Kind.SLOTS: {3: str.lower, 4: _number, 5: _slot_kind},
}
"""The words of a row, by their place, that can be written in more than one way."""
_SINGLE: Mapping[Kind, Callable[[Option, str], Any]] = {
    Kind.FLAG: _flag,
    Kind.CHOICE: _choice,
    Kind.NAME: _name,
}
