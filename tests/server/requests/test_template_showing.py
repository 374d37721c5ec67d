"""Verdicts, hovers, lenses, hints, outline, folds and colours of template files, as a client gets them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.template_desk import BNF, CONFIG
from tests.server.wire import Wire, on

KEY = """\
# people
<ORGANIZATION-1-1> :=
	ORG_NAME: "Pört Anselm"
	ORG_TYPE: GOVERNMENT
<PERSON-1-1> :=
	PER_NAME: "Ilsabet Noor"
	PER_ALIAS: "Noor"
<EMPLOYEE_OF-1-1> :=
	PERSON: <PERSON-1-1>
	ORGANIZATION: <ORGANIZATION-1-1>

<PERSON-2-1> :=
	PER_NAME: "Edrin Quassel"
"""
RESPONSE = """\
<ORGANIZATION-1-7> :=
	ORG_NAME: "Pört Anselm"
	ORG_TYPE: COMPANY
<PERSON-1-1> :=
	PER_NAME: "Ilsabet Noor"
	PER_ALIAS: "Ilse"
		"Bet"

<PERSON-2-1> :=
	PER_NAME: "Edrin Quassel"
"""
PROJECT = """
[[pair]]
task = "template_relation"
key = "key"
responses = ["response"]
bnf = "task.bnf"
config = "tr.config"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "key": KEY,
        "response": RESPONSE,
        "task.bnf": BNF.lstrip(),
        "tr.config": CONFIG.lstrip(),
        "keytally.toml": PROJECT,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def wire(folder: Path) -> Iterator[Wire]:
    wire = on(folder)
    for name in ("response", "key"):
        wire.open(folder / name, language="muc-template")
    wire.open(folder / "task.bnf", language="muc-bnf")
    wire.settle()
    yield wire


def marks(wire: Wire, path: Path, level: str) -> list[tuple[str, str, str]]:
    """The verdicts of a level: the first line of what each covers, its status, its label."""
    return [
        (wire.text_at(path, mark["range"]).split("\n")[0], mark["status"], mark["label"])
        for mark in wire.about("keytally/marks", path)["marks"]
        if mark["level"] == level
    ]


def test_marks_on_the_objects_of_both_sides(wire: Wire, folder: Path) -> None:
    assert marks(wire, folder / "response", "object") == [
        ("<ORGANIZATION-1-7> :=", "cor", "COR ORGANIZATION-1-7"),
        ("<PERSON-1-1> :=", "cor", "COR PERSON-1-1"),
        ("", "mis", "MIS EMPLOYEE_OF-1-1"),
        ("<PERSON-2-1> :=", "cor", "COR PERSON-2-1"),
    ]
    assert ("<EMPLOYEE_OF-1-1> :=", "mis", "MIS EMPLOYEE_OF-1-1") in marks(wire, folder / "key", "object")


def test_marks_on_the_fills_of_both_sides(wire: Wire, folder: Path) -> None:
    assert marks(wire, folder / "response", "fill") == [
        ('"Pört Anselm"', "cor", 'COR ORG_NAME "Pört Anselm"'),
        ("COMPANY", "inc", 'INC ORG_TYPE "COMPANY" (key: "GOVERNMENT")'),
        ('"Ilsabet Noor"', "cor", 'COR PER_NAME "Ilsabet Noor"'),
        ('"Ilse"', "inc", 'INC PER_ALIAS "Ilse" (key: "Noor")'),
        ('"Bet"', "spu", 'SPU PER_ALIAS "Bet"'),
        ('"Edrin Quassel"', "cor", 'COR PER_NAME "Edrin Quassel"'),
    ]
    in_key = {(text, status) for text, status, _ in marks(wire, folder / "key", "fill")}
    assert in_key == {
        ('"Pört Anselm"', "cor"),
        ("GOVERNMENT", "inc"),
        ('"Ilsabet Noor"', "cor"),
        ('"Noor"', "inc"),
        ("<PERSON-1-1>", "mis"),
        ("<ORGANIZATION-1-1>", "mis"),
        ('"Edrin Quassel"', "cor"),
    }


def test_marks_on_slots_tell_those_that_are_missing_or_spurious_as_a_whole(wire: Wire, folder: Path) -> None:
    response = folder / "response"
    wire.replace(response, '\tPER_NAME: "Ilsabet Noor"\n\tPER_ALIAS: "Ilse"', '\tPER_ALIAS: "Noor"')
    assert ("", "mis", "MIS PER_NAME") in marks(wire, response, "slot")
    wire.replace(folder / "key", "\tORG_TYPE: GOVERNMENT\n", "")
    assert ("COMPANY", "spu", "SPU ORG_TYPE") in marks(wire, response, "slot")


def test_the_score_follows_an_edit_of_a_fill(wire: Wire, folder: Path) -> None:
    response = folder / "response"
    before = [each for each in wire.of("keytally/scored") if each["uri"] == response.as_uri()][-1]
    wire.replace(response, "COMPANY", "government")
    wire.settle()
    after = [each for each in wire.of("keytally/scored") if each["uri"] == response.as_uri()][-1]
    assert (before["totals"]["cor"], after["totals"]["cor"]) == (3, 4)
    assert list(after["documents"]) == ["1"]
    assert after["delta"] > 0


@pytest.mark.parametrize(
    ("needle", "ahead", "about", "part"),
    [
        ("<ORGANIZATION-1-7>", 3, "<ORGANIZATION-1-7> :=", "aligned by F 50.0"),
        ("ORG_TYPE", 3, "ORG_TYPE", "set, exactly one fill: one of GOVERNMENT, COMPANY, OTHER"),
        ('"Pört Anselm"', 9, '"Pört Anselm"', "agrees by CLEAN: `pört anselm`"),
    ],
)
def test_hovers(wire: Wire, folder: Path, needle: str, ahead: int, about: str, part: str) -> None:
    hover = wire.at("textDocument/hover", folder / "response", needle, ahead)
    assert part in hover["contents"]["value"]
    assert wire.text_at(folder / "response", hover["range"]) == about


def test_a_bnf_tells_what_a_slot_means(wire: Wire, folder: Path) -> None:
    hover = wire.at("textDocument/hover", folder / "task.bnf", "PER_ALIAS", 2)
    assert "any number of fills" in hover["contents"]["value"]


def test_definition_of_a_fill_is_its_partner(wire: Wire, folder: Path) -> None:
    (target,) = wire.at("textDocument/definition", folder / "response", "COMPANY", 2)
    assert target["uri"] == (folder / "key").as_uri()
    assert wire.text_at(folder / "key", target["range"]) == "GOVERNMENT"


def test_lenses_stand_at_the_first_record_of_each_document(wire: Wire, folder: Path) -> None:
    lines = KEY.split("\n")
    lenses = wire.about("textDocument/codeLens", folder / "key")
    assert [(lines[each["range"]["start"]["line"]], each["command"]["title"][:3]) for each in lenses] == [
        ("# people", "all"),
        ("<ORGANIZATION-1-1> :=", "1: "),
        ("<PERSON-2-1> :=", "2: "),
    ]


def test_the_hint_of_a_missing_object_stands_on_a_blank_line(wire: Wire, folder: Path) -> None:
    stretch = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    (hint,) = wire.about("textDocument/inlayHint", folder / "response", range=stretch)
    assert hint["label"] == 'MIS EMPLOYEE_OF-1-1 "<PERSON-1-1>"'
    behind = wire.place(folder / "response", '"Bet"', 5)
    assert hint["position"] == {"line": behind["line"] + 1, "character": 0}


def test_a_client_that_draws_lines_gets_the_line_of_a_missing_object_and_no_hint(folder: Path) -> None:
    wire = on(folder, capabilities={"experimental": {"keytally": {"marks": True, "ownLines": True}}})
    wire.open(folder / "response", language="muc-template")
    wire.open(folder / "key", language="muc-template")
    wire.settle()
    lines = {
        name: {
            mark["label"]: mark["line"]
            for mark in wire.about("keytally/marks", folder / name)["marks"]
            if "line" in mark
        }
        for name in ("response", "key")
    }
    assert lines == {"response": {"MIS EMPLOYEE_OF-1-1": 'MIS EMPLOYEE_OF-1-1 "<PERSON-1-1>"'}, "key": {}}
    stretch = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    assert wire.about("textDocument/inlayHint", folder / "response", range=stretch) == []


def test_symbols_nest_documents_objects_and_slots(wire: Wire, folder: Path) -> None:
    first, second = wire.about("textDocument/documentSymbol", folder / "key")
    assert (first["name"], first["detail"], second["name"]) == ("1", "3 objects", "2")
    assert [child["name"] for child in first["children"]] == ["Pört Anselm", "Ilsabet Noor", "<PERSON-1-1>"]
    assert [slot["name"] for slot in first["children"][1]["children"]] == ["PER_NAME", "PER_ALIAS"]
    of_bnf = wire.about("textDocument/documentSymbol", folder / "task.bnf")
    assert [symbol["name"] for symbol in of_bnf] == ["ORGANIZATION", "PERSON", "EMPLOYEE_OF"]


def test_folds_are_documents_and_records(wire: Wire, folder: Path) -> None:
    lines = KEY.split("\n")
    folds = wire.about("textDocument/foldingRange", folder / "key")
    assert {(lines[fold["startLine"]], lines[fold["endLine"]].strip()) for fold in folds} == {
        ("<ORGANIZATION-1-1> :=", "ORG_TYPE: GOVERNMENT"),
        ("<PERSON-1-1> :=", 'PER_ALIAS: "Noor"'),
        ("<EMPLOYEE_OF-1-1> :=", "ORGANIZATION: <ORGANIZATION-1-1>"),
        ("<PERSON-2-1> :=", 'PER_NAME: "Edrin Quassel"'),
        ("<ORGANIZATION-1-1> :=", "ORGANIZATION: <ORGANIZATION-1-1>"),
    }


def test_colours_are_of_types_that_the_legend_names(wire: Wire, folder: Path) -> None:
    provider = wire.initialized["capabilities"]["semanticTokensProvider"]
    legend = provider["legend"]["tokenTypes"]
    assert {"number", "operator"} <= set(legend)
    for name in ("key", "task.bnf"):
        answer: dict[str, Any] = wire.about("textDocument/semanticTokens/full", folder / name)
        kinds = {legend[kind] for kind in answer["data"][3::5]}
        assert {"type", "property", "string", "operator"} <= kinds


def test_what_the_key_has_is_taken_over_by_a_code_action(wire: Wire, folder: Path) -> None:
    response = folder / "response"
    actions = wire.about(
        "textDocument/codeAction",
        response,
        range=wire.stretch(response, "COMPANY"),
        context={"diagnostics": [], "only": ["refactor.rewrite.retype"]},
    )
    (action,) = [each for each in actions if each["title"] == "Change to GOVERNMENT"]
    ((change,),) = action["edit"]["changes"].values()
    assert wire.text_at(response, change["range"]) == "COMPANY"
    assert change["newText"] == "GOVERNMENT"
