"""The tables in pages of the documentation that people write, each between two comments."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from editors.generator import vscode
from editors.generator.capabilities import capability_rows, server_capabilities
from editors.generator.editor_commands import command_rows
from editors.generator.facts import Facts
from editors.generator.settings import SETTINGS
from editors.generator.settings import rows as setting_rows

Table = Iterator[Sequence[str]]


def with_tables(text: str, facts: Facts, tables: Sequence[str], *, aligned: bool = False) -> str:
    """Return a page with some regenerated tables, with columns of equal width if they are aligned.

    Raises ValueError for a page without the marks of one.
    """
    for table in tables:
        text = _with_table(text, table, _TABLES[table](facts), aligned)
    return text


def _with_table(text: str, table: str, cells: Table, aligned: bool) -> str:
    start, end = f"<!-- generated: {table} -->", "<!-- end of generated section -->"
    place = re.compile(f"{re.escape(start)}.*?{re.escape(end)}", re.S)
    rows = "\n".join(_laid_out([*cells], aligned))
    changed, found = place.subn(lambda _: f"{start}\n\n{rows}\n\n{end}", text)
    if not found:
        raise ValueError(f"the page has no place for a table: {start} … {end}")
    return changed


def _laid_out(rows: Sequence[Sequence[str]], aligned: bool) -> Iterator[str]:
    """The lines of a table; Prettier aligns its columns in pages that it looks after."""
    widths = [max(map(len, column)) if aligned else 0 for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        yield _row([cell.ljust(width) for cell, width in zip(row, widths, strict=True)])
        if number == 0:
            yield _row(["-" * max(width, 3) for width in widths])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _languages(facts: Facts) -> Table:
    yield ["language id", "files"]
    for language in facts.languages:
        yield [f"`{language.id}`", language.editor.files or f"files of {language.title}"]


def _tasks(facts: Facts) -> Table:
    yield ["TASK", "key and response", "headline measure"]
    for task in facts.tasks:
        yield [f"`{task.name}`", facts.title_of(task.language), task.headline]


def _capabilities(facts: Facts) -> Table:
    yield ["capability", "options"]
    yield from capability_rows(server_capabilities())


def _commands(facts: Facts) -> Table:
    manifest = json.loads(vscode.manifest(vscode.MANIFEST.read_text(encoding="utf-8"), facts))
    return command_rows(manifest["contributes"])


_OF_SERVER = [each for each in SETTINGS if each.of_server]
_OF_CLIENT = [each for each in SETTINGS if not each.of_server]

_TABLES: Mapping[str, Callable[[Facts], Table]] = {
    "languages": _languages,
    "tasks": _tasks,
    "capabilities": _capabilities,
    "commands of VS Code": _commands,
    "settings": lambda _: setting_rows(SETTINGS, linked=False),
    "settings of all clients": lambda _: setting_rows(_OF_SERVER, linked=True),
    "settings of VS Code": lambda _: setting_rows(_OF_CLIENT, linked=True),
}
