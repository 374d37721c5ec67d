"""Template documents that are kept between edits: after any of them all is as in a fresh run."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.families.contract import Role
from keytally.families.muc.evaluation import templates
from keytally.families.muc.evaluation.templates import TemplateTask
from keytally.families.muc.model import MucObject
from keytally.families.muc.scoring import incremental_document
from keytally.families.muc.scoring.index import ProfileComparison, ProfiledObject
from keytally.families.muc.templates.objects import record_objects
from keytally.families.muc.templates.unit import TemplateSyntax, TemplateUnit
from keytally.project.pair import Pair
from tests.families.muc.scoring.templates import configured

KEY, RESPONSE = Path("/key"), Path("/response")
PEOPLE = [
    f"<PERSON-1-{number}> :=\n\tNAME: {name}\n\tKIND: {kind}\n"
    for number, name, kind in (
        (1, "Roth", "IN"),
        (2, "Murdoch", "IN"),
        (3, "Roth", "OUT"),
        (1, "Malone", "IN"),
    )
]
POINTING = [
    "<ORGANIZATION-1-1> :=\n\tNAME: EMI\n\tLEADER: <PERSON-1-1>\n",
    "<ORGANIZATION-1-2> :=\n\tLEADER: / <PERSON-1-2>\n\t\t/ <PERSON-1-3>\n",
    "<EVENT-1-1> :=\n\tPOST: chairman\n\tORG: <ORGANIZATION-1-1>\n\tWHO: <PERSON-1-1>\n\t\t<PERSON-1-2>\n",
    "<EVENT-1-2> :=\n\tORG: <ORGANIZATION-1-2>\n\t\t/ <ORGANIZATION-1-1>\n\tKIND: IN\n",
    "<TEMPLATE-1-1> :=\n\tCONTENT: <EVENT-1-1>\n\t\t<EVENT-1-2>\n",
]
PIECES = [
    "\tOBJ_STATUS: OPT\n",
    "<PERSON-2-1> :=\n",
    "\tNAME: EMI\n",
    "x",
    "<",
    "1",
    "2",
    "/",
    "\n",
    "Roth",
    "# no\n",
]
RECORDS = st.lists(st.sampled_from([*PEOPLE, *PEOPLE, *POINTING, *PIECES[:3]]), max_size=9).map("".join)
EDIT = st.tuples(
    st.sampled_from([KEY, RESPONSE]),
    st.integers(0, 300),
    st.sampled_from([0, 0, 1, 1, 3, 40]),
    st.sampled_from(["", "", *PIECES, *PEOPLE, *POINTING]),
)
OPTIONS = st.fixed_dictionaries(
    {
        "scoring_task": st.sampled_from(
            ["template_element", "template_relation", *["scenario_template"] * 2]
        ),
        "scoring_method": st.sampled_from(["key2response", "key2response", "key2key"]),
        "equatable_objects": st.sampled_from([(), ("person",)]),
        "st_transitive": st.booleans(),
        "force_pairing": st.sampled_from([False, False, True]),
    }
)


@pytest.fixture(scope="module", autouse=True)
def _all_is_large() -> Iterator[None]:
    """Small documents are kept between edits too, and never aligned anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(templates, "LARGE", 0)
        patch.setattr(incremental_document, "FEW_CHANGES", 0)
        yield


def engine_on(key: str, response: str, options: dict[str, Any]) -> Engine:
    engine = Engine()
    engine.open(KEY, key)
    engine.open(RESPONSE, response)
    task = TemplateTask("scenario_template", configured(**options))
    engine.add_pair(Pair("scenario_template", KEY, RESPONSE), task)
    return engine


def everything(engine: Engine) -> dict[str, Any]:
    live = engine.pairs[0]
    live.work()
    marks = {role: list(live.marks(role, 0, 10_000)) for role in (Role.KEY, Role.RESPONSE)}
    return {
        "json": live.evaluation.report_json(live.scores()),
        "totals": live.totals(),
        "findings": [
            [
                (each.finding.rule.name, each.start, each.end, each.finding.edits)
                for each in engine.findings(path)
            ]
            for path in (KEY, RESPONSE)
        ],
        "marks": {
            role: [(mark.start, mark.end, mark.mark.status, mark.mark.label) for mark in some]
            for role, some in marks.items()
        },
    }


@pytest.mark.long
@given(RECORDS, RECORDS, OPTIONS, st.lists(EDIT, max_size=6), st.integers(0, 9))
@settings(max_examples=80)
def test_edits_equal_a_fresh_run(
    key: str, response: str, options: dict[str, Any], edits: list[Any], patience: int
) -> None:
    engine = engine_on(key, response, options)
    live = engine.pairs[0]
    for path, start, length, new in edits:
        size = len(engine.source(path).buffer)
        engine.edit(path, [(min(start, size), min(start + length, size), new)])
        live.work(after(patience))
        live.marks_of(Role.RESPONSE, next(live.response.units))
    now = [engine.source(path).text for path in (KEY, RESPONSE)]
    assert everything(engine) == everything(engine_on(now[0], now[1], options))


def after(steps: int) -> Callable[[], bool]:
    """Tells work to stop after so many steps."""
    left = iter(range(steps))
    return lambda: next(left, None) is None


def test_a_large_document_is_scored_in_steps() -> None:
    """What was scored before stands until the new score is complete."""
    engine = engine_on("".join(PEOPLE), "".join(PEOPLE), {})
    live = engine.pairs[0]
    assert live.work(lambda: True) == []
    assert live.stale
    assert live.totals()["pos"] == 0
    assert live.work() == ["1"]
    assert live.totals()["cor"] == live.totals()["pos"] == 8


def test_an_edit_looks_at_the_objects_that_it_touches(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engine_on("".join(PEOPLE + POINTING), "".join(PEOPLE + POINTING), {})
    engine.pairs[0].work()
    read: list[str] = []

    def objects_read(unit: TemplateUnit, syntax: TemplateSyntax, role: Role) -> Sequence[MucObject]:
        read.append(unit.text)
        return record_objects(unit, syntax, role)

    monkeypatch.setattr(templates, "record_objects", objects_read)
    engine.edit(RESPONSE, [(engine.source(RESPONSE).text.index("Murdoch"),) * 2 + ("x",)])
    engine.pairs[0].work()
    assert read == [PEOPLE[1].replace("Murdoch", "xMurdoch")]


def test_a_record_that_is_no_object_stays_between_edits() -> None:
    """Its class is not declared."""
    text = "<NOBODY-1-1> :=\n\tNAME: Roth\n" + "".join(PEOPLE)
    engine = engine_on(text, text, {})
    engine.pairs[0].work()
    engine.edit(RESPONSE, [(text.index("Murdoch"),) * 2 + ("x",)])
    assert everything(engine) == everything(engine_on(text, engine.source(RESPONSE).text, {}))


def test_a_template_that_is_paired_by_place_is_not_profiled(monkeypatch: pytest.MonkeyPatch) -> None:
    profiled: list[str] = []
    profile = ProfileComparison.profiled

    def counted(self: ProfileComparison, obj: MucObject, key_side: bool) -> ProfiledObject:
        profiled.append(obj.class_name)
        return profile(self, obj, key_side)

    monkeypatch.setattr(ProfileComparison, "profiled", counted)
    engine = engine_on("".join(POINTING), "".join(POINTING), {"scoring_task": "scenario_template"})
    engine.pairs[0].work()
    assert sorted(profiled) == ["event"] * 4 + ["organization"] * 4
