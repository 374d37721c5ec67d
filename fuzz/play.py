"""Plays the steps of a case to a player, and to a fresh one what has come of them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from fuzz.case import Case, Step, bytes_of, edited, stretch_of, text_of
from fuzz.failure import hold
from keytally.project.conventions import language_of
from keytally.text.files import decode
from keytally_server.session.file_texts import REPLACEMENT


class Player(Protocol):
    """What steps are played to: a session, or a server."""

    def open(self, path: Path, text: str, language: str) -> None:
        """A person opens a file, which the editor takes for one of that language."""
        ...

    def close(self, path: Path) -> None:
        """A person closes a file."""
        ...

    def edit(self, path: Path, start: int, end: int, new: str) -> None:
        """A person replaces a stretch of an open file."""
        ...

    def changed_on_disk(self, path: Path, removed: bool) -> None:
        """Another program has changed a file."""
        ...

    def pause(self) -> None:
        """There is time for a little work."""
        ...

    def settle(self) -> None:
        """There is time for all work."""
        ...

    def choices(self) -> list[tuple[Path, Path]]:
        """The active response of each key."""
        ...

    def choose(self, choices: list[tuple[Path, Path]]) -> None:
        """A person chooses these responses for these keys."""
        ...

    def seen(self) -> dict[str, Any]:
        """All that a person sees, as plain values by what they are."""
        ...


class _Desk:
    """The texts of open files, in the order in which they were opened, and what is on disk."""

    def __init__(self, folder: Path, player: Player) -> None:
        self.open: dict[Path, str] = {}
        self.languages: dict[Path, str] = {}
        self._folder = folder
        self._player = player

    def do(self, step: Step) -> None:
        """Do one step; one that makes no sense at present is passed over."""
        path = self._folder / step.file
        match step.kind:
            case "open" if path not in self.open:
                data = path.read_bytes() if path.is_file() else b""
                text = self.open[path] = decode(data).text
                language = self.languages[path] = language_of(path, text) or "plaintext"
                self._player.open(path, text, language)
            case "close" if path in self.open:
                del self.open[path]
                self._player.close(path)
            case "edit" if path in self.open:
                text = self.open[path]
                start, end = _between_line_ends(text, *stretch_of(text, step))
                self.open[path] = text[:start] + step.text + text[end:]
                self._player.edit(path, start, end, step.text)
            case "save" if path in self.open:
                path.write_bytes(bytes_of(self.open[path]))
                self._player.changed_on_disk(path, removed=False)
            case "disk":
                before = text_of(path.read_bytes()) if path.is_file() else ""
                path.write_bytes(bytes_of(edited(before, step)))
                self._player.changed_on_disk(path, removed=False)
            case "remove" if path.is_file():
                path.unlink()
                self._player.changed_on_disk(path, removed=True)
            case "pause":
                self._player.pause()
            case "settle":
                self._player.settle()

    def save_replacements(self) -> None:
        """Save the open files with replacement characters.

        A file that is opened with some that it lacks on disk counts as decoded by a wrong encoding.
        """
        for path, text in self.open.items():
            if REPLACEMENT in text:
                self.do(Step("save", str(path.relative_to(self._folder))))


def _between_line_ends(text: str, start: int, end: int) -> tuple[int, int]:
    """A stretch that parts no `\\r\\n`: no position of the protocol stands within one."""
    return _not_within(text, start), _not_within(text, end)


def _not_within(text: str, at: int) -> int:
    return at + 1 if text[at - 1 : at + 1] == "\r\n" and at else at


def compare(case: Case, folder: Path, start: Callable[[], Player]) -> None:
    """Play a case; raises BrokenError where a fresh player sees something else than the one that was used."""
    used = start()
    desk = _Desk(folder, used)
    for step in case.steps:
        desk.do(step)
    desk.save_replacements()
    used.settle()
    fresh = start()
    for path, text in desk.open.items():
        fresh.open(path, text, desk.languages[path])
    fresh.choose(used.choices())
    fresh.settle()
    wanted, got = fresh.seen(), used.seen()
    for what in sorted(wanted.keys() | got.keys()):
        kind = what.partition(" ")[0]
        hold(
            wanted.get(what) == got.get(what),
            f"{kind} after edits are not those of a fresh run",
            f"{what}\nafter edits {_shown(got.get(what))}\nfresh       {_shown(wanted.get(what))}",
        )


def _shown(value: Any) -> str:
    return repr(value)[:3000]
