"""The options of the tasks, and how they are read from settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from keytally.evaluations.options import (
    Option,
    by_name,
    compatible_option,
    given_options,
    last_values,
    plain_value_problem,
    signature_defaults,
)
from keytally.evaluations.settings import Settings
from keytally.evaluations.template_json.tasks import ROLE_FILLING, TEMPLATE_FILLING
from keytally.tallies.signature import signature

PROGRAMS = {TEMPLATE_FILLING: "gtt", ROLE_FILLING: "grit"}
DOCUMENT = "document"


def options_of(task: str) -> Mapping[str, Option]:
    """The options of a task."""
    documentation = "Whose output is printed: the task's with all measures, or that of a program."
    return by_name(compatible_option(documentation, [DOCUMENT, PROGRAMS[task]]))


@dataclass(frozen=True, slots=True)
class TemplateOptions:
    """The settings of a pair."""

    task: str
    is_program: bool = False
    given: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)

    @property
    def signature(self) -> str:
        """Name, version, task and every option that is not at its default."""
        return signature(self.task, self.given, signature_defaults(options_of(self.task).values()))


def template_options(task: str, settings: Settings) -> TemplateOptions:
    """The options in settings. Raises SettingsError with a line for each problem."""
    table = options_of(task)
    given = given_options(task, settings, table, lambda name, values: value_problem(task, name, values))
    values = last_values(given, table)
    return TemplateOptions(task, values["compatible"] != DOCUMENT, given)


def value_problem(task: str, name: str, values: Sequence[str]) -> str | None:
    """The problem with the values of an option of a task; None if there is none."""
    return plain_value_problem(name, values, options_of(task))
