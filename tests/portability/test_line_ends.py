"""Files whose lines end as on Windows, such as those of a checkout there, score and check like others."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from keytally.commands.main import main
from tests.house.tracked import CHECKOUT, tracked

EXAMPLES = sorted(path.parent.name for path in (CHECKOUT / "examples").glob("*/keytally.toml"))
WORKSPACES = [name for name in EXAMPLES if not name.startswith("adjudication")]


@pytest.fixture
def folder(
    request: pytest.FixtureRequest, examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A copy of the example that the test names, as the current folder."""
    copy = Path(shutil.copytree(examples / request.param, tmp_path / request.param))
    monkeypatch.chdir(copy)
    return copy


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """The JSON document that a command prints in the current folder."""
    main([*arguments, "--format", "json"])
    return json.loads(capsys.readouterr().out)


def with_crlf(folder: Path, *names: str) -> None:
    """Give the files of a folder, or those named in it, the line ends of Windows."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and (not names or path.name in names):
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))


@pytest.mark.parametrize("folder", WORKSPACES, indirect=True)
def test_an_example_with_crlf_scores_the_same(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = printed(capsys, "score")["pairs"]
    with_crlf(folder)
    after = printed(capsys, "score")["pairs"]
    assert [pair["value"] for pair in after] == [pair["value"] for pair in before]
    assert [pair["score"].get("totals", pair["score"].get("scores")) for pair in after] == [
        pair["score"].get("totals", pair["score"].get("scores")) for pair in before
    ]


OTHER_FINDINGS = {
    "cpa": {"cpa-carriage-return"},
    "lexical_substitution": {"lexsub-carriage-return"},
    "scenario_template": {"link-text"},
    "template_element": {"link-text"},
    "template_element_defects": {"link-text"},
    "template_relation": {"link-text"},
}
"""The programs of two tasks read a carriage return as text; links count the characters of a texts file."""


@pytest.mark.parametrize("folder", WORKSPACES, indirect=True)
def test_an_example_with_crlf_has_the_same_findings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = printed(capsys, "check", ".")
    with_crlf(folder)
    others = OTHER_FINDINGS.get(folder.name, set())
    after = [each for each in printed(capsys, "check", ".") if each["rule"] not in others]
    assert [(each["rule"], each["range"]) for each in after] == [
        (each["rule"], each["range"]) for each in before
    ]


COUNTED = ["coreference", "named_entity", "named_entity_defects"]
"""Places in these are counts of characters, so that a carriage return more moves all that follows."""


def respond_with_crlf(folder: Path, pairs: list[Any]) -> None:
    """Give the responses of pairs the line ends of Windows, and leave the keys as they are."""
    for response in {pair["response"] for pair in pairs}:
        path = folder / response
        with_crlf(path if path.is_dir() else path.parent, *([] if path.is_dir() else [path.name]))


@pytest.mark.parametrize("folder", [name for name in WORKSPACES if name not in COUNTED], indirect=True)
def test_a_response_with_crlf_is_compared_with_a_key_without(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = printed(capsys, "score")["pairs"]
    respond_with_crlf(folder, before)
    after = printed(capsys, "score")["pairs"]
    assert [pair["value"] for pair in after] == [pair["value"] for pair in before]


@pytest.mark.parametrize("folder", COUNTED, indirect=True)
def test_line_ends_that_move_all_places_are_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    respond_with_crlf(folder, printed(capsys, "score")["pairs"])
    assert main(["score", "key.sgml", "response.sgml"]) == 0
    assert "differs from the texts file" in capsys.readouterr().err
    (folder / "keytally.toml").unlink()
    assert main(["score", "key.sgml", "response.sgml"]) == 0
    warnings = capsys.readouterr().err.splitlines()
    told = "response.sgml: lines end in CRLF, those of key.sgml in LF; offsets differ"
    assert [line for line in warnings if told in line] == [line for line in warnings if "CRLF" in line] != []
    assert main(["check", "response.sgml"]) == 1
    assert "lines end in CRLF; in the original they end in LF" in capsys.readouterr().out


def test_every_file_of_a_checkout_has_plain_line_ends_on_every_system() -> None:
    attributes = (CHECKOUT / ".gitattributes").read_text(encoding="utf-8")
    assert "\n* text=auto eol=lf\n" in attributes
    binary = {".png"}
    assert not [path for path in tracked() if path.suffix not in binary and b"\r\n" in path.read_bytes()]
