"""A server in this process that is used for long: what it has sent is looked at and forgotten."""

import gc
import json
from pathlib import Path
from time import process_time

from tests.server.wire import Wire

_KILOBYTE = 1024
_TOLD = b'{"jsonrpc":"2.0","method"'


class Server(Wire):
    """A client with open files, and the server it talks to; `failed` are the errors it was sent."""

    def __init__(self, *folders: Path) -> None:
        self.failed: list[str] = []
        self._versions: dict[Path, int] = {}
        super().__init__(
            workspaceFolders=[{"uri": folder.as_uri(), "name": folder.name} for folder in folders],
            capabilities={"experimental": {"keytally": {"marks": True}}},
        )
        self.settle()
        self.forget()

    def write(self, data: bytes) -> None:
        """Take in answers and requests; to read what is merely told would be the client's cost."""
        if not data.startswith(_TOLD):
            super().write(data)

    def forget(self) -> None:
        """Drop what was received, and keep the errors among it."""
        errors = [message for message in self.sent if "error" in message]
        self.failed.extend(json.dumps(message["error"]) for message in errors)
        self.sent.clear()

    def open_file(self, path: Path, language: str = "plaintext") -> None:
        """Open a file, and let the server do all that follows."""
        self._versions[path] = 1
        self.open(path, path.read_bytes().decode("utf-8", "replace"), language)
        self.settle()
        self.forget()

    def shut(self, path: Path) -> None:
        """Close a file."""
        del self._versions[path]
        self.close_file(path.as_uri())
        self.settle()
        self.forget()

    @property
    def open_files(self) -> list[Path]:
        """The files that the client has open."""
        return list(self._versions)

    def replace_at(self, path: Path, line: int, column: int, length: int, text: str) -> float:
        """Replace so many characters of a line; the seconds of the processor until all is shown."""
        self._versions[path] += 1
        start = {"line": line, "character": column}
        end = {"line": line, "character": column + length}
        began = process_time()
        self.change(
            path.as_uri(), self._versions[path], {"range": {"start": start, "end": end}, "text": text}
        )
        self.settle()
        took = process_time() - began
        self.forget()
        return took

    def changed_on_disk(self, path: Path, kind: int = 2) -> None:
        """Tell that a file has changed on disk."""
        self.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": kind}]})
        self.settle()
        self.forget()


def memory() -> float:
    """The resident memory of this process, in megabytes."""
    fields = dict(
        line.split(":", 1) for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    )
    return int(fields["VmRSS"].split()[0]) * _KILOBYTE / 1e6


def objects() -> int:
    """The objects that live, after what is dead has gone."""
    gc.collect()
    return len(gc.get_objects())


def last_words(text: str) -> list[tuple[int, int]]:
    """Line and column within each line that holds running text: where is typed."""
    lines = enumerate(text.split("\n"))
    return [(number, len(line) // 2) for number, line in lines if line[:1] not in ("", "<") and len(line) > 4]


def typed(server: Server, path: Path, place: tuple[int, int], text: str = "x") -> list[float]:
    """Type a text and take it away again; the seconds of both."""
    line, column = place
    return [
        server.replace_at(path, line, column, 0, text),
        server.replace_at(path, line, column, len(text), ""),
    ]
