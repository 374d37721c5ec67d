"""Files that cannot be read, in each way that there is, put where a project file names one."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from keytally.text import files

LONG = "n" * 300


class Part(NamedTuple):
    """A part of a pair as keytally.toml states it: the task, the lines, and the file that is faulty."""

    task: str
    stated: str
    key: str = "key.sgml"
    response: str = "response.sgml"


PARTS = {
    "key": Part("named_entity", "", key="{}"),
    "response": Part("named_entity", "", response="{}"),
    "texts": Part("named_entity", 'texts = "{}"'),
    "configuration": Part("named_entity", 'config = "{}"'),
    "bnf": Part("template_element", 'bnf = "{}"'),
    "ontology": Part("cpa-slots", 'ontology = "{}"', "key", "response"),
    "input": Part("lexsub-best", 'input = "{}"'),
    "key folder": Part("cpa-parsing", "", "{}", "response"),
    "response folder": Part("cpa-parsing", "", "key", "{}"),
    "input folder": Part("cpa-parsing", 'input = "{}"', "key", "response"),
}
FOLDERS = {"key folder", "response folder", "input folder"}


def project(part: Part, name: str) -> str:
    """The keytally.toml that states a part with that name."""
    lines = [
        "[[pair]]",
        f'task = "{part.task}"',
        f'key = "{part.key.format(name)}"',
        f'responses = ["{part.response.format(name)}"]',
        part.stated.format(name),
    ]
    return "\n".join(lines) + "\n"


def fill(folder: Path) -> None:
    """The files that the pairs have besides the faulty one."""
    for name in ("key.sgml", "response.sgml"):
        (folder / name).write_text("<DOC>\n<DOCNO> 1 </DOCNO>\n</DOC>\n")
    for name in ("key", "response"):
        (folder / name).mkdir()
        for file in ("go.parse", "go.pat"):
            (folder / name / file).write_text("1\tgo\tsubj\tx\n")


def not_for_root(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Let the system refuse a file, as it does to users other than root."""
    opened, listed, names, entries = os.open, os.scandir, os.listdir, Path.iterdir

    def refuse(place: Path) -> None:
        if Path(place).absolute() == path:
            raise PermissionError(13, "Permission denied", str(place))

    def open_other(place: Path, flags: int) -> int:
        refuse(place)
        return opened(place, flags)

    def list_other(place: Path) -> object:
        refuse(place)
        return listed(place)

    def names_of_other(place: Path) -> list[str]:
        refuse(place)
        return names(place)

    def entries_of_other(place: Path) -> Iterator[Path]:
        refuse(place)
        return entries(place)

    monkeypatch.setattr(files.os, "open", open_other)
    monkeypatch.setattr(Path, "iterdir", entries_of_other)  # Python 3.10 looks up os.listdir once, at import
    monkeypatch.setattr(os, "scandir", list_other)
    monkeypatch.setattr(os, "listdir", names_of_other)


def swap_at_open(monkeypatch: pytest.MonkeyPatch, link: Path, during: Path, after: Path) -> None:
    """Let a link lead to one file while it is opened, and to another at once after."""
    opened = os.open

    def point(target: Path) -> None:
        link.unlink()
        link.symlink_to(target)

    def swap_and_open(name: Path, flags: int, *more: Any, **named: Any) -> int:
        if Path(name).absolute() != link.absolute():
            return opened(name, flags, *more, **named)
        point(during)
        descriptor = opened(name, flags)
        point(after)
        return descriptor

    monkeypatch.setattr(os, "open", swap_and_open)


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(6_000_000_000)


def _circle(path: Path) -> None:
    path.symlink_to(path.with_name("other"))
    path.with_name("other").symlink_to(path)


def _unreadable(path: Path) -> None:
    """A file of a folder that may not be entered; tests make the system say so to any user."""
    path.write_text("<DOC>\n", encoding="utf-8")


SECRET = "<Secret> Secret := : Secret"
DESCRIPTIONS = {
    "texts": "<DOC>\n<DOCNO> 1 </DOCNO>\n</DOC>\n",
    "configuration": ":scoring_task named_entity\n",
    "bnf": '<ORGANIZATION> :=\n\tNAME: "NAME"^\n',
    "ontology": '[{"term": "x", "sub": []}]\n',
    "input": "<corpus></corpus>\n",
}
"""What describes a pair, and a text of each kind."""


def link_that_leads_out(monkeypatch: pytest.MonkeyPatch, folder: Path, kind: str) -> str:
    """A link to a description in a folder, which leads out of it whenever it is opened; returns its name."""
    (folder.parent / "secret").write_text(SECRET)
    (folder / "inside").write_text(DESCRIPTIONS[kind])
    (folder / "link").symlink_to(folder / "inside")
    swap_at_open(monkeypatch, folder / "link", folder.parent / "secret", folder / "inside")
    return "link"


FAULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (lambda path: None, "does not exist|nor a built-in"),
    "folder": (Path.mkdir, "is a directory"),
    "unreadable": (_unreadable, "Permission denied"),
    "pipe": (getattr(os, "mkfifo", Path.touch), "not a regular file"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "outside the workspace"),
    "circle of links": (_circle, "form a loop|outside the workspace"),
    "bad encoding": (lambda path: path.write_bytes("<?xml?>\n".encode("utf-16")), "UTF-16|binary|XML|JSON"),
    "sparse of 6 GB": (_sparse, "larger than"),
    "name too long": (lambda path: None, "name too long"),
}
"""How each fault is made, and what is said of it."""
