"""The list of changes: the section of a version, and the day on which it is released."""

import re

from release.failed import Failed

NOT_RELEASED = "not released yet"
_SECTION = r"^## {} \(([^)]*)\)$(.*?)(?=^## |\Z)"


def notes(text: str, version: str) -> tuple[str, str]:
    """The day of a version's section (or that it is not released yet), and what the section says.

    Raises Failed where the list has no section of this version, or an empty one.
    """
    found = re.search(_SECTION.format(re.escape(version)), text, re.M | re.S)
    if found is None:
        raise Failed(f"CHANGELOG.md has no section `## {version} ({NOT_RELEASED})`: write what has changed")
    if not re.search(r"^\* ", found[2], re.M):
        raise Failed(f"CHANGELOG.md says nothing of {version}: write what has changed")
    return found[1], found[2].strip() + "\n"


def dated(text: str, version: str, day: str) -> str:
    """The list with the day of a release in the title of its section; raises Failed as `notes` does."""
    notes(text, version)
    return re.sub(rf"^(## {re.escape(version)} \()[^)]*(\))$", rf"\g<1>{day}\g<2>", text, count=1, flags=re.M)
