"""Decisions last: through another merge, a new gold, and a git merge of what two people decided."""

import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from fuzz.grammar import GENERATORS
from keytally.adjudication.decisions import Choice, Decision, decision_edits, digest_of, places_of
from keytally.adjudication.items import items_of, variants
from keytally.engine.reading import Reading
from keytally.families import registry
from keytally.families.contract import Evaluation, Role, Settings
from keytally.findings.finding import apply_edits
from keytally.project.conventions import configuration_of
from keytally.runs.check import check
from keytally.runs.files import KeytallyError
from keytally.runs.merge import STALE, MergeResult, merge, merge_project
from tests.adjudication.agreement.annotated_files import file_of
from tests.runs.test_merge_properties import KINDS, annotated

NAMES = ("anna", "ben")


def annotating(task: str, text: str) -> Evaluation:
    """The evaluation of files, one of which is `text`, with the configuration that it tells."""
    scoring = registry.evaluation(task, Settings(configuration_of(task, text)))
    assert scoring.can_merge
    return scoring


def undecided(task: str, files: Mapping[str, str]) -> Iterator[Decision]:
    """The decision to have nothing, of each item that is part of no other, in the order of the files."""
    scoring = annotating(task, next(iter(files.values())))
    readings = {name: Reading(scoring.language(Role.KEY), text) for name, text in files.items()}
    for document in dict.fromkeys(each for reading in readings.values() for each in reading.documents):
        units = {name: reading.documents.units_of(document) for name, reading in readings.items()}
        items = items_of(
            scoring.annotator,
            {name: scoring.annotator.annotations(each) for name, each in units.items() if each},
        )
        for number, place in enumerate(places_of(items)):
            if items.items[number].parent is None:
                digest = digest_of(items, variants(items, number))
                yield Decision(document, place, Choice.NONE, digest)


def repeats_places(task: str, text: str) -> bool:
    """Whether a file says two things of one place, such as two mentions, which is an error of the file."""
    scoring = annotating(task, text)
    documents = Reading(scoring.language(Role.KEY), text).documents
    said = (scoring.annotator.annotations(documents.units_of(document)) for document in documents)
    extents = [[each.extent for each in document if each.extent is not None] for document in said]
    return any(len(set(document)) < len(document) for document in extents)


def taking(decision: Decision, annotator: str) -> Decision:
    return decision._replace(choice=Choice.TAKE, annotator=annotator)


def with_decisions(text: str, made: Sequence[Decision]) -> str:
    return apply_edits(text, decision_edits(text, made))


@pytest.mark.long
@settings(max_examples=20)
@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 10**9))
@example(seed=374295)
@example(seed=9279)
def test_decisions_survive_another_merge_and_a_gold_that_is_made_anew(
    kind: str, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert kind in GENERATORS
    folder, chance = tmp_path_factory.mktemp("project"), Random(seed)
    texts = dict(zip(NAMES, annotated(kind, seed), strict=False))
    assume(not any(repeats_places(KINDS[kind], text) for text in texts.values()))
    made = [
        chance.choice([each, taking(each, "anna"), taking(each, "ben")])
        for each in undecided(KINDS[kind], texts)
    ]
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode())
    gold, decisions = folder / "gold", folder / "gold.decisions"
    decisions.write_text(with_decisions("", made), encoding="utf-8")

    def merged(strategy: str) -> MergeResult:
        return merge(
            KINDS[kind], {name: folder / name for name in texts}, gold=gold, strategy=strategy, force=True
        )

    before = decisions.read_bytes()
    try:
        first = merged("unanimous")
    except KeytallyError:
        return
    assert [item for item in first.open if item.reason == STALE] == []
    first.write()
    if kind != "templates":
        assert merged("unanimous").text == first.text
    gold.unlink(missing_ok=True)
    assert merged("unanimous").text == first.text
    assert decisions.read_bytes() == before


TABLE = """[[adjudication]]
task = "named_entity"
gold = "gold.sgml"
annotators = { anna = "anna.sgml", ben = "ben.sgml" }
"""
FILES = {
    "anna": file_of("P:Ida met O:Orrin at L:Brill .", "P:Una left O:Lund ."),
    "ben": file_of("O:Ida met P:Orrin at O:Brill .", "O:Una left L:Lund ."),
}
ATTRIBUTES = "*.decisions merge=union\n"


def git(folder: Path, *arguments: str) -> None:
    settings = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    command = ["git", *settings, *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git to merge with")
def test_what_two_people_decide_on_two_branches_is_decided_after_a_git_merge(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / f"{name}.sgml").write_text(text)
    (tmp_path / "keytally.toml").write_text(TABLE)
    (tmp_path / ".gitattributes").write_text(ATTRIBUTES)
    ida, orrin, brill, una, lund = undecided("named_entity", FILES)
    git(tmp_path, "init", "-q", "-b", "main")
    by_branch = {
        "main": [],
        "one": [taking(ida, "anna"), brill, taking(una, "ben")],
        "other": [taking(orrin, "ben"), taking(lund, "anna")],
    }
    decisions = tmp_path / "gold.sgml.decisions"
    for branch, made in by_branch.items():
        if branch != "main":
            git(tmp_path, "checkout", "-q", "-b", branch, "main")
        decisions.write_text(with_decisions("", made))
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-q", "-m", branch)
    git(tmp_path, "merge", "-q", "-m", "both", "one")
    (result,) = merge_project(tmp_path)
    assert (result.is_done, result.warnings) == (True, [])
    assert result.text == file_of("P:Ida met P:Orrin at Brill .", "O:Una left O:Lund .")
    assert sorted(decisions.read_text().splitlines()) == sorted(
        with_decisions("", [each for made in by_branch.values() for each in made]).splitlines()
    )


@pytest.mark.parametrize("written", ["260304-0001", "2603040001"])
def test_merging_and_checking_know_the_document_of_a_decision(
    written: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {name: text.replace(" 1 ", " 260304-0001 ") for name, text in FILES.items()}
    for name, text in texts.items():
        (tmp_path / f"{name}.sgml").write_text(text)
    (tmp_path / "gold.sgml").write_text(file_of("Ida met Orrin at Brill .").replace(" 1 ", " 260304-0001 "))
    (tmp_path / "keytally.toml").write_text(TABLE)
    made = [each._replace(document=written) for each in undecided("named_entity", texts)]
    (tmp_path / "gold.sgml.decisions").write_text(with_decisions("", made[:2]))
    monkeypatch.chdir(tmp_path)
    [result] = merge_project(tmp_path)
    assert [each.name for each in result.open][:1] == ["Brill"]
    told = [each.message for each in check("gold.sgml") if each.rule.name == "undecided"]
    assert len(told) == 2 and told[0].startswith("annotators disagree on 'Brill': ")
    assert told[1].endswith(": 2 items")
    assert "the gold has no document '2'" in told[1]
