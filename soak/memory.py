"""One server for long: typing, opening, closing and faults; memory stays flat."""

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.corpora.subjects import SUBJECTS
from fuzz.folders import examples
from soak.growth import percentile
from soak.row import Row
from soak.server import Server, last_words, memory, objects, typed

_EVERY = 250
"""Edits between two openings, closings, or faults."""

_FAULTS = ("[[pair]\n", "[[pair]]\nkey = 1\n", "\x00", '[[pair]]\ntask = "none"\nkey = "key.sgml"\n')
GROWTH = 1.1
"""How much more may be used after all edits than after a tenth of them."""


def report(edits: int, size: int) -> Iterator[Row]:
    """Rows on memory and objects after a tenth of the edits, and after all."""
    with tempfile.TemporaryDirectory() as name:
        soak = _Soak(_workspaces(Path(name).resolve(), size))
        warm = soak.run(edits // 10)
        early = memory(), objects()
        times = warm + soak.run(edits - edits // 10)
        late = memory(), objects()
    yield Row(f"memory after {edits:,} edits", late[0], "MB", None, f"{early[0]:.1f} MB after a tenth")
    yield Row("  memory, against that after a tenth", late[0] / early[0], "", GROWTH)
    yield Row("  objects, against those after a tenth", late[1] / early[1], "", GROWTH, f"{late[1]:,}")
    yield Row("  keystroke, p95", 1000 * percentile(times, 0.95), "ms", 16)
    yield Row(
        "  requests answered with an error", len(soak.server.failed), "", 0, " ".join(soak.server.failed)[:90]
    )


def _workspaces(folder: Path, size: int) -> list[Path]:
    """A folder for each example, and for each task one with a pair of that size."""
    for example, files in examples().items():
        _write(folder / example, files)
    for subject in SUBJECTS:
        sides = subject.texts(size)._asdict().items()
        _write(folder / subject.task, {f"a.{side}.{subject.suffix}": text for side, text in sides})
    return [path for path in sorted(folder.iterdir()) if path.is_dir()]


def _write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))


class _Soak:
    """A server on many folders, and what a restless person does with it."""

    def __init__(self, folders: list[Path]) -> None:
        self.server = Server(*folders)
        self._chance = random.Random(1)
        self._files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
        self._projects = [path for path in self._files if path.name == "keytally.toml"]

    def run(self, edits: int) -> list[float]:
        """Type so often, with openings, closings and faults between; the seconds of each edit."""
        times: list[float] = []
        while len(times) < edits:
            self._open_or_close()
            self._fault()
            path = self._chance.choice(self.server.open_files)
            places = last_words(self.server.text(path)) or [(0, 0)]
            for _ in range(_EVERY // 2):
                times += typed(
                    self.server, path, self._chance.choice(places), self._chance.choice("x <\"'1é")
                )
        return times

    def _open_or_close(self) -> None:
        closed = [path for path in self._files if path not in self.server.open_files]
        for path in self._chance.sample(closed, 3):
            self.server.open_file(path)
        while len(self.server.open_files) > 8:
            self.server.shut(self._chance.choice(self.server.open_files))

    def _fault(self) -> None:
        """A project file is broken on disk, and mended; a file is gone, and there again."""
        broken = self._chance.choice(self._projects)
        self._for_a_moment(broken, self._chance.choice(_FAULTS).encode())
        self._for_a_moment(self._chance.choice(self._files), None)

    def _for_a_moment(self, path: Path, data: bytes | None) -> None:
        before = path.read_bytes()
        path.unlink() if data is None else path.write_bytes(data)
        self.server.changed_on_disk(path, 3 if data is None else 2)
        path.write_bytes(before)
        self.server.changed_on_disk(path, 1 if data is None else 2)
