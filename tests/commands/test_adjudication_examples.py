"""The examples with two annotators, of chains and of templates: agreement, and what a merge leaves open."""

import shutil
from pathlib import Path

import pytest

from keytally.commands.main import main

Output = pytest.CaptureFixture[str]

OPEN = {
    "coreference": [
        '260302-0001: mention "Their lamp" is open',
        '260302-0001: mention "it" is open',
        '260302-0001: mention "they" is open',
        '260302-0001: mention "The Coast Authority" is open',
        "gold.sgml: 7 added, 4 open items",
    ],
    "template_element": [
        '2603050001: slot "ORGANIZATION-2603050001-1 ORG_LOCALE" is open',
        '2603050001: slot "ORGANIZATION-2603050001-1 ORG_DESCRIPTOR" is open',
        '2603050001: slot "PERSON-2603050001-1 PER_ALIAS" is open',
        '2603060002: slot "ORGANIZATION-2603060002-1 ORG_TYPE" is open',
        '2603060002: object "PERSON-2603060002-2" is open',
        "gold.tmpl: 13 added, 5 open items",
    ],
}
FIRST = {
    "coreference": 'for a new lamp. <COREF ID="4" TYPE="IDENT" REF="1">Their</COREF> lamp, made in',
    "template_element": """<PERSON-2603050001-1> :=
\tPER_NAME: "Wat Pellow"
\tPER_TITLE: "Mr."

<ORGANIZATION-2603060002-1> :=
\tORG_NAME: "Tolland Mint"

<PERSON-2603060002-1> :=
\tPER_NAME: "Josune Arretxe"
""",
}


@pytest.fixture(params=OPEN)
def task(
    request: pytest.FixtureRequest, examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> str:
    """The task of an example, of which the current folder is a copy."""
    name: str = request.param
    shutil.copytree(examples / f"adjudication_{name}", tmp_path / "example")
    monkeypatch.chdir(tmp_path / "example")
    return name


def test_the_agreement_fits_a_screen_before_the_disagreements(task: str, capsys: Output) -> None:
    assert main(["agreement"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    head, _, disagreements = printed.out.partition(" disagreements\n")
    assert f"{task}: 2 annotators, 2 documents" in head and len(head.splitlines()) <= 25
    assert disagreements.count("anna") == disagreements.count("ben") > 3


def test_what_is_agreed_on_is_merged_and_the_rest_is_listed(task: str, capsys: Output) -> None:
    assert main(["merge"]) == 1
    told = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("  ")]
    assert told == OPEN[task]
    (gold,) = Path().glob("gold.*")
    assert FIRST[task] in gold.read_text()
    assert main(["check", ".", "--select", "dangling-ref,dangling-pointer,text-altered"]) == 0


def test_no_finding_is_about_the_files_of_the_annotators(task: str, capsys: Output) -> None:
    assert main(["check", "."]) == 0
    assert capsys.readouterr().out == "No findings in 4 files.\n"
