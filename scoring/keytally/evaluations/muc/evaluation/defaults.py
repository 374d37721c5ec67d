"""The default configuration of a task: a built-in one, or one derived from its BNF.

The command, the server and the Python API all decide here.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from keytally.evaluations.muc.builtin.configurations import DEFAULT_NAMES, builtin_names, builtin_text
from keytally.evaluations.muc.formats.bnf.model import Bnf
from keytally.evaluations.muc.formats.bnf.skeleton import STATUS, TASKS, NoSkeletonError, skeleton
from keytally.evaluations.muc.formats.config.typed import typed_configuration
from keytally.evaluations.muc.language.bnf import bnf_of
from keytally.evaluations.muc.language.configuration import read_config
from keytally.evaluations.muc.model.configuration import Configuration, ConfigurationError

MADE = "the configuration made from the BNF"


class Default(NamedTuple):
    """The text of a configuration, and its name in messages; `made` is set if it is derived from a BNF."""

    text: str
    name: str
    made: bool = False


@lru_cache(maxsize=8)
def default_configuration(task: str, bnf: str | None = None) -> Default:
    """The configuration of a task with that BNF, if there is one.

    It is the first built-in configuration of the task with all classes and slots of the BNF, else the one
    that `keytally init` derives from it. `bnf` is None without a BNF. Raises KeyError for a task without a
    built-in configuration, and ConfigurationError if none can be derived.
    """
    if bnf is None or task not in TASKS:
        return Default(builtin_text(DEFAULT_NAMES[task]), DEFAULT_NAMES[task])
    known = bnf_of(bnf)
    for name in _built_in_for(task):
        if _slots(known) <= _slots_of(name):
            return Default(builtin_text(name), name)
    try:
        return Default(skeleton(known, task, "keys", "responses"), MADE, made=True)
    except NoSkeletonError as error:
        raise ConfigurationError([f"the BNF gives no configuration, so name one: {error}"]) from error


def _built_in_for(task: str) -> Iterator[str]:
    """The names of the built-in configurations of a task, its default first."""
    names = sorted(builtin_names(), key=lambda name: name != DEFAULT_NAMES[task])
    return (name for name in names if _built_in(name).scoring_task == task)


@cache
def _built_in(name: str) -> Configuration:
    return typed_configuration(read_config(builtin_text(name)))


def _slots(bnf: Bnf) -> frozenset[tuple[str, str]]:
    """The slots of a BNF with their classes, in lower case, and each class with the slot "".

    The slot that makes objects optional belongs to every class.
    """
    slots = {(each.name, slot.name) for each in bnf.classes for slot in each.slots}
    named = {*slots, *((each.name, "") for each in bnf.classes)}
    return frozenset((owner.lower(), name.lower()) for owner, name in named if name.lower() != STATUS)


def _slots_of(name: str) -> frozenset[tuple[str, str]]:
    """The same for a built-in configuration."""
    classes = {(each.name, "") for each in _built_in(name).classes}
    return frozenset({*classes, *((slot.class_name, slot.name) for slot in _built_in(name).slots)})
