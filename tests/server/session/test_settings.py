"""Settings from what clients send: what is of use is taken, what is not is told."""

from typing import Any

import pytest

from keytally.findings.rule import Severity
from keytally.findings.table.sgml import UNCLOSED_TAG
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
    assert problems == [f"keytally is a table of settings, not {value!r}"]


def test_what_is_right_counts_beside_what_is_wrong() -> None:
    values = {
        "marks": {"enabled": 1},
        "codeLens": {"enabled": False},
        "rules": {"select": ["no", "unclosed-tag"]},
    }
    settings, problems = settings_of(values)
    assert settings.code_lens is False
    assert settings.rules.select == {"unclosed-tag"}
    assert problems == ["keytally.marks.enabled is true or false, not 1", "there is no rule 'no'"]
