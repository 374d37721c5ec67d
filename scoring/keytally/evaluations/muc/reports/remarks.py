"""What keeps the numbers of an SGML task from meaning anything."""

from collections.abc import Iterable

from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit


def untagged(task: str, key: Iterable[SgmlUnit | None], syntax: SgmlSyntax) -> list[str]:
    """A line where no document of the key has a tag of the task: most likely it is another task's."""
    if any(unit is not None and unit.tags for unit in key):
        return []
    names = ", ".join(f"<{tag.name.upper()}>" for tag in syntax.tags)
    return [f"no document of the key has a tag of {task} ({names}); is it the right task?"]
