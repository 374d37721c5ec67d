"""What one keytally.toml states: its pairs, its adjudications and the rules it selects, with all findings."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from keytally.findings.finding import Finding
from keytally.findings.selection import Selection
from keytally.project.pair import Pair
from keytally.project.reach import Reach
from keytally.project.stated_pairs import Unpaired, stated_pairs
from keytally.project.toml_file import read_project

if TYPE_CHECKING:
    from keytally.project.adjudications import Adjudication


class StatedProject(NamedTuple):
    """The contents of a keytally.toml with the files that it names; `findings` are in file order.

    `pairs` has those of adjudications last; `unpaired` has the responses of entries that make no pair.
    """

    pairs: Sequence[Pair]
    adjudications: "Sequence[Adjudication]"
    unpaired: Sequence[Unpaired]
    selection: Selection
    findings: tuple[Finding, ...]


def stated_in(path: Path, text: str, name: str, reach: Reach) -> StatedProject:
    """What the keytally.toml at `path` states; `name` is what the origins of its pairs call it.

    Files in its own folder and below are within reach, and those in `reach`.
    """
    project = read_project(text)
    found = stated_pairs(path, text, project, reach)
    pairs = found.pairs
    adjudications: list[Adjudication] = []
    findings = [*project.findings, *found.findings]
    if project.adjudications:
        from keytally.project.adjudications import stated_adjudications  # noqa: PLC0415 - few projects state any

        made = stated_adjudications(path, text, project, reach)
        pairs = [*pairs, *made.pairs]
        adjudications = [each._replace(origin=f"{name}, {each.origin}") for each in made.adjudications]
        findings += made.findings
    pairs = [pair._replace(origin=f"{name}, {pair.origin}") for pair in pairs]
    findings.sort(key=lambda finding: (finding.start, finding.end))
    return StatedProject(pairs, adjudications, found.unpaired, project.selection, tuple(findings))
