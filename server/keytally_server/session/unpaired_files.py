"""Open files without a pair: the language of each, and the reasons why it has no pair."""

from collections.abc import Collection, Mapping
from pathlib import Path

from keytally.adjudication.language import DecisionsLanguage
from keytally.evaluations import registry
from keytally.evaluations.abilities import ReadsByContent
from keytally.evaluations.interface import Language
from keytally.evaluations.settings import SettingsError
from keytally.project.adjudications import DECISIONS
from keytally.project.configured_names import naming_files
from keytally_server.session.faults import fault_line
from keytally_server.session.open_file import OpenFile
from keytally_server.session.pairing import Pairing
from keytally_server.session.project_file import ProjectLanguage, is_project_file
from keytally_server.session.warnings import Warnings
from keytally_server.session.workspace import Workspace


class UnpairedFiles:
    """Loads open files without a pair, and warns of the project files that exclude them."""

    def __init__(
        self,
        workspace: Workspace,
        open_files: Mapping[Path, OpenFile],
        pairing: Pairing,
        warnings: Warnings,
    ) -> None:
        self._workspace = workspace
        self._open_files = open_files
        self._pairing = pairing
        self._warnings = warnings
        self._faulty: set[Path] = set()
        self._languages: dict[Path, Language | None] = {}
        self._names: dict[Path, str | None] = {}
        self._told: dict[Path, tuple[ReadsByContent, str]] = {}
        self._naming: set[Path] = set()
        self._looks = 0

    def update(self) -> set[Path]:
        """Load files without a pair after files were opened, closed or paired, and warn.

        Returns the files that are read in another way than before.
        """
        before, self._languages = self._languages, {}
        self._names.clear()
        self._told.clear()
        self._naming.clear()
        touched: set[Path] = set()
        for path, file in self._open_files.items():
            try:
                language = self._language(path, file)
                self._pairing.read_alone(path, language)
            except SettingsError as error:
                self._pairing.failures.tell(path, *error.problems)
                continue
            except Exception as error:
                self._pairing.failures.tell(path, fault_line(error))
                continue
            self._languages[path] = language
            if path not in before or before[path] != language:
                touched.add(path)
        self._warn()
        return touched

    def edited(self, path: Path) -> set[Path]:
        """Read an edited file as another language if its beginning says so now; returns as `update` does."""
        if path not in self._names or self._workspace.pairs_of(path):
            return set()
        name = self._language_name(path, self._open_files[path])
        is_same = name == self._names[path] and self._tells_the_same(path)
        return set() if is_same else self.update()

    def _tells_the_same(self, path: Path) -> bool:
        """Whether the beginning of an edited file tells what it told when it was read."""
        if path not in self._told:
            return True
        untold, before = self._told[path]
        beginning = self._pairing.buffer(path).slice(0, untold.telling)
        self._told[path] = untold, beginning
        return beginning == before or untold.of_text(beginning) == self._languages.get(path)

    def disk_changed(self, paths: Collection[Path]) -> set[Path]:
        """Check open project files again that may name files which have changed; returns as `update` does.

        A configuration may name files above its own folder, a keytally.toml those in it and below.
        """
        projects = {path.parent for path in self._open_files if is_project_file(path)}
        is_near = not projects.isdisjoint(folder for path in paths for folder in path.parents)
        if not is_near and not self._naming:
            return set()
        self._looks += 1
        return self.update()

    def _warn(self) -> None:
        """Warn of problems of project files; one that is open shows them itself."""
        problems: dict[Path, list[str]] = {path: [] for path in self._faulty}
        for unpaired in filter(self._should_be_paired, self._open_files):
            for path, message in self._workspace.problems_around(unpaired):
                if path not in self._open_files:
                    problems.setdefault(path, []).append(f"{path}: {message}")
        for path, lines in problems.items():
            self._warnings.update(path, lines)
        self._faulty = {path for path, lines in problems.items() if lines}

    def _should_be_paired(self, path: Path) -> bool:
        """Whether a file has no pair, but its language has files with pairs."""
        if self._workspace.pairs_of(path):
            return False
        name = None if is_project_file(path) else self._language_name(path, self._open_files[path])
        return name is not None and all(name != each.language for each in registry.configurations())

    def _language_name(self, path: Path, file: OpenFile) -> str | None:
        """The id of the language of an open file that no pair decides; None for one that is not known."""
        name = self._workspace.language_of(path, file.language, self._pairing.buffer(path))
        return name if name in registry.languages() else None

    def _language(self, path: Path, file: OpenFile) -> Language | None:
        """The language of an open file that no pair decides."""
        if is_project_file(path):
            return ProjectLanguage(path, self._workspace.reach(path), self._looks)
        if path.name.endswith(DECISIONS):
            adjudication = next(iter(self._workspace.adjudications_of(path)), None)
            document_of = str if adjudication is None else adjudication.document_of
            return DecisionsLanguage(document_of=document_of)
        name = self._names[path] = self._language_name(path, file)
        if name is None:
            return None
        taken = registry.languages()[name].companions
        companions = self._workspace.companions_of(path) if taken else {}
        judged_by = {kind: source for kind, source in companions.items() if kind in taken}
        texts = self._pairing.companion_texts(judged_by)
        language = registry.language(name, self._workspace.role_of(path), texts, path.name)
        if isinstance(language, ReadsByContent):
            beginning = self._pairing.buffer(path).slice(0, language.telling)
            self._told[path] = language, beginning
            language = language.of_text(beginning)
        naming = naming_files(language, path, self._workspace.reach(path), self._looks)
        if naming is not language:
            self._naming.add(path)
        return naming
