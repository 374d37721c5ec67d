"""Comparison of open standoff annotation files with the texts in the files next to them."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from keytally.engine.engine import Engine
from keytally.engine.findings import ComparedWith
from keytally.engine.reading import Reading
from keytally.text.files import is_file
from keytally_server.session.file_texts import UnreadableError
from keytally_server.session.pairing import Pairing


class TextComparison:
    """Keeps the findings from comparing a file with its text up to date
    (keytally.engine.reading.Observer).
    """

    def __init__(self, paths: Sequence[Path], readings: Sequence[Reading]) -> None:
        """`paths` are the paths of the file, of its text and, if it exists, of the file that declares
        types.
        """
        self.path = paths[0]
        self.paths: Sequence[Path] = paths
        self.readings: Sequence[Reading] = readings
        self._compare()

    def other(self, path: Path) -> tuple[Path, Reading]:
        """Return the path of the text for the annotation, or of the annotation for the text, with its
        reading.
        """
        at = 0 if path != self.path else 1
        return self.paths[at], self.readings[at]

    @property
    def declarations(self) -> str:
        """Return the text of the file that declares types; "" without one."""
        return "".join(each.text for each in self.readings[2:])

    def renew(self, changed: Mapping[Reading, set[str]]) -> set[Path]:
        """Compare again after one of the files has changed; return the file with the findings."""
        if not any(reading in changed for reading in self.readings):
            return set()
        self._compare()
        return {self.path}

    def _compare(self) -> None:
        annotation, text, *_ = self.readings
        beside = annotation.language.beside_text
        assert beside is not None, "only files with a separate text are compared"
        for unit in annotation.units:
            found = beside.compare_text(unit, text.text, self.declarations)
            annotation.findings.put(ComparedWith.TEXTS, unit, found)

    def end(self) -> None:
        """Remove the findings."""
        annotation = self.readings[0]
        for unit in annotation.units:
            annotation.findings.put(ComparedWith.TEXTS, unit, ())


class TextsBeside:
    """Keeps the comparisons of open files with the texts that they annotate up to date, as long as the texts
    can be read.

    `folders_above` returns the directories of a file that may declare its types, the innermost first.
    """

    def __init__(
        self,
        engine: Engine,
        open_files: Mapping[Path, object],
        pairing: Pairing,
        folders_above: Callable[[Path], Sequence[Path]],
    ) -> None:
        self._engine = engine
        self._open_files = open_files
        self._pairing = pairing
        self._folders_above = folders_above
        self._live: dict[Path, TextComparison] = {}

    def of(self, path: Path) -> tuple[Path, Reading] | None:
        """Return the path of the text of a file, or of the annotation of a text, with its reading; None if
        there is neither.
        """
        found = next((each for each in self._live.values() if path in each.paths[:2]), None)
        return None if found is None else found.other(path)

    def declarations(self, path: Path) -> str:
        """Return the text of the file that declares the types of a file; "" without one."""
        live = self._live.get(path)
        return "" if live is None else live.declarations

    @property
    def paths(self) -> set[Path]:
        """Return the texts, and the files that declare types."""
        return {path for each in self._live.values() for path in each.paths[1:]}

    def follow(self) -> set[Path]:
        """Compare exactly the open files that have a text; return the files whose findings may have
        changed.
        """
        touched: set[Path] = set()
        wanted = {path: found for path in self._open_files if (found := self._wanted(path)) is not None}
        for path, live in list(self._live.items()):
            if path not in wanted or wanted[path] != (live.paths, live.readings[0]):
                self._end(path)
                touched.add(path)
        for path, (paths, reading) in wanted.items():
            if path not in self._live and self._begin(paths, reading):
                touched.add(path)
        return touched

    def _wanted(self, path: Path) -> tuple[Sequence[Path], Reading] | None:
        """Return an open file with the files that it is compared with, and its reading.

        The result is None for a file that annotates no text.
        """
        reading = self._engine.reading(path) if path in self._engine else None
        beside = None if reading is None else reading.language.beside_text
        if reading is None or beside is None:
            return None
        name = beside.text_name(path.name)
        if name is None or not self._exists(path.with_name(name)):
            return None
        above = (folder / beside.declarations_name for folder in self._folders_above(path))
        declarations = next(filter(self._exists, above), None)
        further = [] if declarations is None else [declarations]
        return [path, path.with_name(name), *further], reading

    def _exists(self, path: Path) -> bool:
        return path in self._open_files or is_file(path)

    def _begin(self, paths: Sequence[Path], reading: Reading) -> bool:
        """Compare a file with its text; return whether the text can be read."""
        beside = reading.language.beside_text
        assert beside is not None, "only files with a separate text are compared"
        path, *others = paths
        language = beside.text_language()
        try:
            for other in others:
                self._pairing.read_file(other, language)
        except UnreadableError:
            return False
        readings = [self._engine.reading_by(other, language) for other in others]
        live = self._live[path] = TextComparison(paths, [reading, *readings])
        self._engine.add_follower(live)
        return True

    def _end(self, path: Path) -> None:
        live = self._live.pop(path)
        self._engine.remove_follower(live)
        for each in live.paths:
            if each not in self._open_files:
                self._engine.close(each)
