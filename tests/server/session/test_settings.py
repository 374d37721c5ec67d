"""Settings from what clients send: what is of use is taken, what is not is told."""

from pathlib import Path
from typing import Any

import pytest

from keytally.findings.finding import Severity
from keytally.findings.table.sgml import UNCLOSED_TAG
from keytally.text.json_text import in_message
from keytally_server.session.settings import Settings, settings_of


@pytest.mark.parametrize("values", [None, {}, {"rules": None}, {"rules": {}}, {"server": {"path": "x"}}])
def test_nothing_said_is_the_default(values: Any) -> None:
    assert settings_of(values) == (Settings(), [])


@pytest.mark.parametrize("name", ["codeLens", "inlayHints"])
def test_each_switch_switches_its_own(name: str) -> None:
    settings, problems = settings_of({name: {"enabled": False}})
    assert problems == []
    switches = {"codeLens": settings.code_lens, "inlayHints": settings.inlay_hints}
    assert [other for other, value in switches.items() if not value] == [name]


def test_grades_and_off() -> None:
    settings, problems = settings_of({"rules": {"severity": {"unclosed-tag": "hint", "text-altered": "off"}}})
    assert problems == []
    graded = settings.rules.graded(UNCLOSED_TAG)
    assert graded is not None
    assert graded.severity is Severity.HINT
    assert settings.rules.grades["text-altered"] is None


@pytest.mark.parametrize("value", [3, "x", [], True])
def test_a_section_of_the_wrong_kind_is_one_problem(value: Any) -> None:
    settings, problems = settings_of(value)
    assert settings == Settings()
    assert problems == [f"keytally must be a table of settings, not {in_message(value)}"]


def test_what_is_right_counts_beside_what_is_wrong() -> None:
    values = {
        "marks": {"enabled": 1},
        "codeLens": {"enabled": False},
        "rules": {"select": ["no", "unclosed-tag"]},
    }
    settings, problems = settings_of(values)
    assert settings.code_lens is False
    assert settings.rules.select == {"unclosed-tag"}
    assert problems == ["keytally.marks.enabled must be true or false, not 1", "unknown rule 'no'"]


def test_allowed_folders_are_whole_paths() -> None:
    settings, problems = settings_of({"allowedFolders": ["/corpora", "~/keys", "below", 3, "/a\0b"]})
    assert settings.allowed_folders == (Path("/corpora"), Path.home() / "keys")
    assert [problem.removeprefix("keytally.allowedFolders contains ") for problem in problems] == [
        "'below', which is not the absolute path of a directory",
        "3, which is not the absolute path of a directory",
        "'/a\\x00b', which is not the absolute path of a directory",
    ]
    _, problems = settings_of({"allowedFolders": "/corpora"})
    assert problems == ["keytally.allowedFolders must be a list of directories, not '/corpora'"]


@pytest.mark.parametrize(("stated", "size"), [(None, 256), (1000, 1000), (0.5, 0.5)])
def test_the_size_of_files_is_a_number_of_megabytes(stated: object, size: float) -> None:
    settings, problems = settings_of({"maximumFileSize": stated})
    assert (settings.maximum_file_size, problems) == (size, [])


@pytest.mark.parametrize("stated", ["256", True, 0, -1, float("inf"), float("nan")])
def test_a_size_that_is_none_is_told_of(stated: object) -> None:
    settings, problems = settings_of({"maximumFileSize": stated})
    assert settings.maximum_file_size == 256
    assert problems == [f"keytally.maximumFileSize must be a number of megabytes, not {in_message(stated)}"]
