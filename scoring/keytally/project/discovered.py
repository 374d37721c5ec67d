"""What a search of a workspace has found: its pairs, its adjudications, and what is wrong."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from keytally.findings.finding import Finding
from keytally.findings.selection import ALL_RULES, Selection
from keytally.project.companions import companions_beside_file
from keytally.project.folders import DiscoveryNote, Inspection, Workspace
from keytally.project.pair import Pair
from keytally.project.project_file import PROJECT_FILE
from keytally.project.reach import Reach
from keytally.project.stated_pairs import Unpaired

if TYPE_CHECKING:
    from keytally.project.adjudications import Adjudication


class Discovery(NamedTuple):
    """The pairs of a workspace, and what is wrong with its project files.

    If several pairs have the same key and response, the first is live and the others can be chosen.
    `selections` and `findings` are those of each keytally.toml. `inspections` holds what was detected from
    the start of each file of the inspected folders; it is empty after `discover`. `unpaired` has the
    responses of entries that make no pair, `stated` the pairs that a keytally.toml states. The pairs of a
    gold with its annotators are among `pairs`. `reach` has the folders that were searched or allowed.
    """

    root: Path
    pairs: tuple[Pair, ...] = ()
    selections: Mapping[Path, Selection] = {}
    findings: Mapping[Path, tuple[Finding, ...]] = {}
    notes: tuple[DiscoveryNote, ...] = ()
    unpaired: tuple[Unpaired, ...] = ()
    adjudications: "tuple[Adjudication, ...]" = ()
    inspections: Mapping[Path, Sequence[Inspection]] = {}
    reach: Reach | None = None
    stated: tuple[Pair, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Whether all is equal that was found, wherever and among whatever it was looked for."""
        return isinstance(other, Discovery) and self[:-3] == other[:-3]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.root, self.pairs))

    @property
    def live(self) -> tuple[Pair, ...]:
        """The first pair of each key and response."""
        first: dict[tuple[Path, Path, tuple[Path, ...]], Pair] = {}
        for pair in self.pairs:
            first.setdefault((pair.key, pair.response, pair.keys), pair)
        return tuple(first.values())

    def together_with(self, pair: Pair) -> tuple[Pair, ...]:
        """The live pairs of a pair's project: those that keytally.toml states, or those that it does not."""
        stated = {(each.key, each.response) for each in self.stated}
        is_stated = (pair.key, pair.response) in stated
        return tuple(each for each in self.live if ((each.key, each.response) in stated) == is_stated)

    def of(self, path: Path) -> tuple[Pair, ...]:
        """The pairs that contain a file in any role."""
        return tuple(pair for pair in self.pairs if path in pair.parts)

    def adjudications_of(self, path: Path) -> "tuple[Adjudication, ...]":
        """The adjudications that contain a file as gold, as an annotator's file or as the decisions."""
        return tuple(each for each in self.adjudications if each.holds(path) or path == each.decisions)

    def coming_pairs(self, path: Path) -> tuple[Pair, ...]:
        """The pairs that a gold or an annotator's file will make once there is a gold."""
        return tuple(
            adjudication.pair(name)
            for adjudication in self.adjudications
            for name, file in adjudication.annotators.items()
            if adjudication.gold is not None and path in (file, adjudication.gold)
        )

    def is_unchanged(self, path: Path) -> bool:
        """Whether each inspection of a file still has the same result.

        False for a file that was not inspected or cannot be read.
        """
        if path not in self.inspections or any(note.path == path for note in self.notes):
            return False
        workspace = Workspace(self.root, self.reach)
        is_same = all(
            workspace.inspect(path, each.function, each.size) == each.result
            for each in self.inspections[path]
        )
        return is_same and not workspace.notes

    def companions_of(self, path: Path) -> Mapping[str, Path | str]:
        """The companion files of a key, a response or a configuration, by kind.

        They are the companions of the file's pair. A file without a pair has the files in its folder
        whose names match its own.
        """
        for pair in (*self.live, *self.pairs, *self.coming_pairs(path)):
            if path in (*pair.keys, *pair.responses, pair.configuration):
                return pair.companions
        return companions_beside_file(path, Workspace(self.root))

    def selection(self, path: Path) -> Selection:
        """The rules that the nearest keytally.toml selects for a file."""
        for folder in path.parents:
            if folder / PROJECT_FILE in self.selections:
                return self.selections[folder / PROJECT_FILE]
            if folder == self.root:
                break
        return ALL_RULES
