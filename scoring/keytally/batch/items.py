"""Files that hold nothing of what a task scores, which are mostly files of another task."""

from pathlib import Path

from keytally.batch.errors import KeytallyError
from keytally.engine.side import Side
from keytally.evaluations.interface import Evaluation, Role, TellsItems


def check_items(evaluation: Evaluation, side: Side, shown: Path, role: Role) -> None:
    """Raise KeytallyError for a side, called `shown`, with nothing in it that could be scored."""
    if isinstance(evaluation, TellsItems):
        found, name = any(evaluation.is_item(unit, role) for unit in side.units), evaluation.item_name(role)
    else:
        found, name = bool(side.documents), "document with a number"
    if not found:
        raise KeytallyError(f"{shown}: no {name} in it; is it the right file?")
