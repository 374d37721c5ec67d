"""Refuses files that cannot be scored: those without items, and a key given as its own response."""

from itertools import islice
from pathlib import Path

from keytally.batch.errors import KeytallyError
from keytally.engine.joined_readings import JoinedReadings
from keytally.evaluations import registry
from keytally.evaluations.abilities import ComparesOrder, TellsItems
from keytally.evaluations.interface import Evaluation, Role
from keytally.findings.rule import Severity
from keytally.project.pair import Pair


def check_response(evaluation: Evaluation, pair: Pair, shown: Path) -> None:
    """Raise KeytallyError if the key, called `shown`, is given as a response of another form."""
    has_own_form = isinstance(evaluation, TellsItems) and evaluation.response_has_own_form
    if has_own_form and pair.key == pair.response:
        raise KeytallyError(
            f"{shown}: this is the key and the response; give a system's output as the response"
        )


def check_items(evaluation: Evaluation, side: JoinedReadings, shown: Path, role: Role) -> list[str]:
    """Raise KeytallyError for a side, called `shown`, without any item to score.

    A response that is empty, apart from comments, comes from a system that found nothing: it gives a warning
    line instead, except where a response has an item for each of the key's.
    """
    if isinstance(evaluation, TellsItems):
        found, name = any(evaluation.is_item(unit, role) for unit in side.units), evaluation.item_name(role)
    else:
        found, name = bool(side.documents), "document with a number"
    if found:
        return []
    may_be_empty = role is Role.RESPONSE and not isinstance(evaluation, ComparesOrder)
    if may_be_empty and _says_nothing(side, _comments_in(evaluation.task)):
        return [f"{shown}: no {name} in it: all of the key counts as missing"]
    problem = f"{shown}: no {name} in it; is it the right file?"
    raise KeytallyError(problem, *(f"{shown}: {reason}" for reason in _reason(side)))


def _reason(side: JoinedReadings) -> list[str]:
    """What the first error in a file says, if there is one: mostly it is why nothing is read."""
    errors = (each for unit in side.units for each in unit.findings if each.rule.severity is Severity.ERROR)
    return [each.message for each in islice(errors, 1)]


def _comments_in(task: str) -> tuple[str, ...]:
    """The marks that begin comment lines in files of a task."""
    return registry.languages()[registry.task_named(task).language].line_comments


def _says_nothing(side: JoinedReadings, comments: tuple[str, ...]) -> bool:
    """Whether there are only blank lines and comments."""
    lines = "".join(unit.text for unit in side.units).split("\n")
    return all(not line.strip() or line.startswith(comments) for line in lines)
