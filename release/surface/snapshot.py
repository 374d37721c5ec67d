"""The public surface that was last agreed on, what differs, and what the list of changes says of that."""

import re
from collections.abc import Iterable, Sequence

from release.checkout import CHECKOUT
from release.surface import command_line, editors, families, protocol, python, results
from release.surface.item import Item, item_of

SNAPSHOT = CHECKOUT / "release" / "surface" / "snapshot.tsv"
CHANGES = CHECKOUT / "CHANGELOG.md"
_SECTION = re.compile(r"^## (.*)$", re.M)
_CODE = re.compile(r"`+([^`]+)`+")


def surface() -> list[Item]:
    """Every public item of this checkout, sorted."""
    parts = (command_line, editors, families, protocol, python, results)
    return sorted({item for part in parts for item in part.items()})


def agreed() -> list[Item]:
    """The items of the snapshot; none where there is no snapshot."""
    if not SNAPSHOT.is_file():
        return []
    return [item_of(line) for line in SNAPSHOT.read_text(encoding="utf-8").splitlines()]


def write(items: Iterable[Item]) -> None:
    """Make these items what was agreed on."""
    text = "".join(f"{item.line()}\n" for item in items)
    SNAPSHOT.write_text(text, encoding="utf-8", newline="\n")


def changed(old: Iterable[Item], new: Iterable[Item]) -> list[str]:
    """A line on each item that came (`+`), went (`-`), or stays in another form (both)."""
    before, after = ({item.line() for item in items} for items in (old, new))
    gone, come = before - after, after - before
    return sorted(
        [*(f"- {line}" for line in gone), *(f"+ {line}" for line in come)], key=lambda line: line[2:]
    )


def untold(changes: Sequence[str], text: str) -> list[str]:
    """Those of the changed lines whose name the open section of the list of changes does not have as code."""
    words = " ".join(_CODE.findall(open_section(text)))
    return [line for line in changes if not _is_named(item_of(line[2:]).name, words)]


def open_section(text: str) -> str:
    """The first section of the list of changes, if its version has not been released; else nothing."""
    titles = [*_SECTION.finditer(text)]
    if not titles or "not released" not in titles[0][1]:
        return ""
    return text[titles[0].end() : titles[1].start() if len(titles) > 1 else len(text)]


def _is_named(name: str, words: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", words) is not None
