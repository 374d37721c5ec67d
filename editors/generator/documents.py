"""The tables of languages, tasks and capabilities in the documentation, each between two comments."""

import re
from collections.abc import Iterator, Sequence

from editors.generator.capabilities import capability_rows, server_capabilities
from editors.generator.facts import Facts


def with_table(text: str, facts: Facts, table: str) -> str:
    """A page with one of its tables made anew. Raises ValueError for a page without the marks of it."""
    start, end = f"<!-- generated: {table} -->", "<!-- end of what is generated -->"
    place = re.compile(f"{re.escape(start)}.*?{re.escape(end)}", re.S)
    rows = "\n".join(_TABLES[table](facts))
    changed, found = place.subn(lambda _: f"{start}\n\n{rows}\n\n{end}", text)
    if not found:
        raise ValueError(f"the page has no place for a table: {start} … {end}")
    return changed


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _languages(facts: Facts) -> Iterator[str]:
    yield from (_row(["language id", "files"]), _row(["---"] * 2))
    for language in facts.languages:
        yield _row([f"`{language.id}`", language.editor.files or f"files of {language.title}"])


def _tasks(facts: Facts) -> Iterator[str]:
    yield from (_row(["TASK", "key and response", "headline measure"]), _row(["---"] * 3))
    for task in facts.tasks:
        yield _row([f"`{task.name}`", facts.title_of(task.language), task.headline])


def _capabilities(facts: Facts) -> Iterator[str]:
    yield from (_row(["capability", "options"]), _row(["---"] * 2))
    yield from map(_row, capability_rows(server_capabilities()))


_TABLES = {"languages": _languages, "tasks": _tasks, "capabilities": _capabilities}
