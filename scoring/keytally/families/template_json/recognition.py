"""The two tasks, and how their files are recognised by name and content."""

import re

TEMPLATE_FILLING, ROLE_FILLING = "template-filling", "role-filling"


_CONTENT = re.compile(r'(?<!\\)"(?:pred_)?(templates|extracts)"[ \t\r\n]*:[ \t\r\n]*[\[{]')


def task_of(first_part: str) -> str | None:
    """Return the task of a file whose first record contains templates or roles; None for any other file."""
    if not first_part.lstrip().startswith("{"):
        return None
    found = _CONTENT.search(first_part)
    if found is None:
        return None
    return TEMPLATE_FILLING if found[1] == "templates" else ROLE_FILLING


def marked_as_key(task: str, text: str) -> bool | None:
    """Return False for predictions, which cannot be a key; otherwise None."""
    return False if re.search(r'(?<!\\)"pred_(?:templates|extracts)"', text) else None
