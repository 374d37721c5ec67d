"""What one keytally.toml states: its pairs, its adjudications and the rules it selects, with all findings."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.findings.finding import Finding
from keytally.findings.selection import Selection
from keytally.project.adjudications import Adjudication, stated_adjudications
from keytally.project.pair import Pair
from keytally.project.reach import Reach
from keytally.project.stated_pairs import Unpaired, stated_pairs
from keytally.project.toml_file import read_project


class StatedProject(NamedTuple):
    """The contents of a keytally.toml with the files that it names; `findings` are in file order.

    `pairs` has those of adjudications last; `unpaired` has the responses of entries that make no pair.
    """

    pairs: Sequence[Pair]
    adjudications: Sequence[Adjudication]
    unpaired: Sequence[Unpaired]
    selection: Selection
    findings: tuple[Finding, ...]


def stated_in(path: Path, text: str, name: str, reach: Reach) -> StatedProject:
    """What the keytally.toml at `path` states; `name` is what the origins of its pairs call it.

    Files in its own folder and below are within reach, and those in `reach`.
    """
    project = read_project(text)
    found = stated_pairs(path, text, project, reach)
    made = stated_adjudications(path, text, project, reach)
    pairs = [pair._replace(origin=f"{name}, {pair.origin}") for pair in (*found.pairs, *made.pairs)]
    adjudications = [each._replace(origin=f"{name}, {each.origin}") for each in made.adjudications]
    findings = (*project.findings, *found.findings, *made.findings)
    in_order = sorted(findings, key=lambda finding: (finding.start, finding.end))
    return StatedProject(pairs, adjudications, found.unpaired, project.selection, tuple(in_order))
