"""A document is judged once, and only where somebody asks for what is wrong in it."""

import re
from pathlib import Path

import pytest

import keytally
from keytally.families.contract import Role
from keytally.families.muc.sgml import language, rules
from keytally.families.muc.sgml.unit import SgmlUnit
from keytally.findings.finding import Finding
from tests.small_workspace import workspace

__all__ = ["workspace"]

TEXT = '<DOC><DOCNO>1</DOCNO><TXT><ENAMEX TYPE="CITY">Bo</ENAMEX></TXT></DOC>'


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[SgmlUnit]:
    """The units that were judged, in the order in which they were."""
    units: list[SgmlUnit] = []
    judge = rules.judge_unit

    def watched(unit: SgmlUnit, *rest: object) -> tuple[Finding, ...]:
        units.append(unit)
        return judge(unit, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(rules, "judge_unit", watched)
    return units


def test_a_unit_is_judged_when_its_findings_are_first_asked_for(judged: list[SgmlUnit]) -> None:
    unit = language.sgml_language(Role.KEY).read(TEXT)
    assert judged == []
    assert [finding.rule.name for finding in unit.findings] == ["attribute-value"]
    assert unit.findings is unit.findings
    assert judged == [unit]


@pytest.mark.parametrize("task", ["named_entity", "coreference"])
def test_a_run_that_only_scores_judges_nothing(workspace: Path, judged: list[SgmlUnit], task: str) -> None:
    if task == "coreference":
        for name in ("key", "response"):
            text = (workspace / name).read_text()
            text = re.sub(r'TYPE="[A-Z]+"', 'ID="1"', text, count=1)
            text = re.sub(r'TYPE="[A-Z]+"', 'ID="2" TYPE="IDENT" REF="1"', text)
            (workspace / name).write_text(text.replace("ENAMEX", "COREF"))
    keytally.score("key", "response", task=task)
    assert judged == []
    keytally.check("response", task=task)
    assert judged
