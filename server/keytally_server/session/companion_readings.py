"""Reads companion files, which no pair compares, for those who want to see what they define."""

from collections.abc import Callable, Mapping
from pathlib import Path

from keytally.engine.engine import Engine
from keytally.engine.reading import Reading
from keytally.evaluations import registry
from keytally.evaluations.interface import Role
from keytally_server.session.workspace import Workspace


class CompanionReadings:
    """The companion files of files, each read when it is asked for.

    `texts` gives the texts of companion files, as editors or the disk have them.
    """

    def __init__(
        self,
        engine: Engine,
        workspace: Workspace,
        texts: Callable[[Mapping[str, Path | str]], Mapping[str, str]],
    ) -> None:
        self._engine = engine
        self._workspace = workspace
        self._texts = texts

    def of(self, path: Path, kind: str) -> tuple[Path, Reading] | None:
        """The companion file of a kind with its reading; None for one that is built in or cannot be read."""
        source = self._workspace.companions_of(path).get(kind)
        if not isinstance(source, Path):
            return None
        reading = self._engine.reading(source) if source in self._engine else None
        return (source, reading) if reading is not None else self._read(source, kind)

    def _read(self, source: Path, kind: str) -> tuple[Path, Reading] | None:
        text = self._texts({kind: source}).get(kind)
        if text is None:
            return None
        engine = Engine()
        engine.open(source, text, registry.language(registry.companions()[kind].language, Role.UNKNOWN))
        reading = engine.reading(source)
        return (source, reading) if reading is not None else None
