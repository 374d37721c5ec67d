"""Finding one's way in template files and writing them, as a client gets it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.requests.test_any_file import POSITION, REQUESTS
from tests.server.template_desk import BNF, CONFIG
from tests.server.wire import Wire, on

TEXTS = "<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n😀 Ilsabet Noor keeps\nthe light of Port Anselm.\n</TXT>\n</DOC>\n"
NOOR = TEXTS.index("Ilsabet Noor")
KEY = f"""\
<PERSON-1-1> :=
	PER_NAME: "Ilsabet Noor" ##{NOOR}#{NOOR + 12}#texts.sgml

<ORGANIZATION-1-1> :=
	ORG_NAME: "Port Anselm"
	ORG_TYPE: GOVERNMENT

<EMPLOYEE_OF-1-1> :=
	PERSON: <PERSON-1-1>
	ORGANIZATION: <ORGANIZATION-1-1>
"""
PROJECT = """
[[pair]]
task = "template_relation"
key = "key"
responses = ["response"]
texts = "texts.sgml"
bnf = "task.bnf"
config = "tr.config"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "key": KEY,
        "response": KEY,
        "texts.sgml": TEXTS,
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
    wire.open(folder / "response", language="muc-template")
    wire.settle()
    yield wire


@pytest.fixture
def response(folder: Path) -> Path:
    return folder / "response"


def edited(wire: Wire, path: Path, edit: dict[str, Any]) -> str:
    """A file after a workspace edit of it."""
    (changes,) = edit["changes"].values()
    assert list(edit["changes"]) == [path.as_uri()]
    return after(wire, path, changes)


def after(wire: Wire, path: Path, changes: list[dict[str, Any]]) -> str:
    """A file after edits of it."""
    backwards = sorted(changes, key=lambda each: list(each["range"]["start"].values()), reverse=True)
    wire.change(path.as_uri(), 2, *({"range": each["range"], "text": each["newText"]} for each in backwards))
    return wire.text(path)


def test_a_pointer_leads_to_its_object(wire: Wire, response: Path) -> None:
    (target,) = wire.at("textDocument/definition", response, "<PERSON-1-1>\n", 3)
    assert target["uri"] == response.as_uri()
    assert target["range"]["start"] == {"line": 0, "character": 1}


def test_a_slot_leads_to_the_bnf_on_disk_and_to_the_open_one(
    wire: Wire, response: Path, folder: Path
) -> None:
    task = folder / "task.bnf"
    for method in ("textDocument/typeDefinition", "textDocument/declaration"):
        (target,) = wire.at(method, response, "ORG_TYPE")
        assert target["uri"] == task.as_uri()
        assert target["range"] == {"start": {"line": 2, "character": 4}, "end": {"line": 2, "character": 12}}
    wire.open(task, f"; new\n{task.read_text()}", language="muc-bnf")
    wire.settle()
    (target,) = wire.at("textDocument/typeDefinition", response, "ORG_TYPE")
    assert target["range"]["start"] == {"line": 3, "character": 4}


def test_a_pointer_is_declared_by_the_header_of_its_object(wire: Wire, response: Path) -> None:
    (target,) = wire.at("textDocument/declaration", response, "<PERSON-1-1>\n", 3)
    assert target["range"]["start"] == {"line": 0, "character": 1}


def test_a_link_leads_to_its_place_in_the_texts(wire: Wire, response: Path, folder: Path) -> None:
    (target,) = wire.at("textDocument/definition", response, "##", 1)
    assert target["uri"] == (folder / "texts.sgml").as_uri()
    assert target["range"] == {"start": {"line": 3, "character": 3}, "end": {"line": 3, "character": 15}}


def test_references_and_highlights(wire: Wire, response: Path) -> None:
    position = wire.place(response, "PERSON-1-1")
    for declared, count in ((True, 2), (False, 1)):
        context = {"includeDeclaration": declared}
        found = wire.about("textDocument/references", response, position=position, context=context)
        assert [wire.text_at(response, each["range"]) for each in found] == ["PERSON-1-1"] * count
    found = wire.about("textDocument/documentHighlight", response, position=position)
    assert [each["kind"] for each in found] == [3, 2]


def test_rename_is_prepared_and_done(wire: Wire, response: Path) -> None:
    ready = wire.at("textDocument/prepareRename", response, "PERSON-1-1", 4)
    assert ready["placeholder"] == "PERSON-1-1"
    assert wire.text_at(response, ready["range"]) == "PERSON-1-1"
    position = wire.place(response, "PERSON-1-1")
    edit = wire.about("textDocument/rename", response, position=position, newName="7")
    assert edited(wire, response, edit) == KEY.replace("PERSON-1-1", "PERSON-1-7")
    assert wire.about("textDocument/prepareRename", response, position=wire.place(response, "PER_")) is None


def test_a_refused_rename_is_an_error_of_one_line(
    wire: Wire, response: Path, caplog: pytest.LogCaptureFixture
) -> None:
    document = {"textDocument": {"uri": response.as_uri()}, "position": wire.place(response, "PERSON-1-1")}
    answer = wire.ask("textDocument/rename", {**document, "newName": "1 2"})
    assert answer["error"]["code"] == -32803
    assert "malformed" in answer["error"]["message"]
    assert "\n" not in answer["error"]["message"]
    assert not caplog.records
    assert not wire.of("window/logMessage")


def test_a_link_that_leads_astray_is_found(wire: Wire, response: Path) -> None:
    wire.replace(response, f"##{NOOR}", "##7")
    wire.settle()
    assert "link-text" in wire.rules(response)


def test_completion_of_a_set_fill(wire: Wire, response: Path) -> None:
    wire.replace(response, "GOVERNMENT", "C")
    items = wire.at("textDocument/completion", response, "ORG_TYPE: C", 11)
    (item,) = [each for each in items if each["label"] == "COMPANY"]
    assert after(wire, response, [item["textEdit"]]) == KEY.replace("GOVERNMENT", "COMPANY")


def test_completion_of_text_is_asked_for_again_as_one_types_on(wire: Wire, response: Path) -> None:
    found = wire.at("textDocument/completion", response, '"Port', 3)
    assert found["isIncomplete"] is True
    item = next(each for each in found["items"] if each["label"] == "Port Anselm")
    assert item["filterText"].startswith('"Port')
    assert item["textEdit"]["newText"].startswith('"Port Anselm" ##')


OPTIONS = {"tabSize": 2, "insertSpaces": True}


def test_formatting_lays_a_file_or_some_lines_out(wire: Wire, response: Path) -> None:
    changes = wire.about("textDocument/formatting", response, options={**OPTIONS, "insertSpaces": False})
    assert changes == []
    stretch = wire.stretch(response, "PER_NAME")
    changes = wire.about("textDocument/rangeFormatting", response, range=stretch, options=OPTIONS)
    assert after(wire, response, changes) == KEY.replace("\tPER_NAME", "  PER_NAME")
    changes = wire.about("textDocument/formatting", response, options=OPTIONS)
    assert after(wire, response, changes) == KEY.replace("\t", "  ")


def test_a_header_gets_its_sign_as_it_is_typed(wire: Wire, response: Path) -> None:
    wire.replace(response, "<PERSON-1-1> :=", "<PERSON-1-1>")
    position = wire.place(response, "<PERSON-1-1>", 12)
    changes = wire.about(
        "textDocument/onTypeFormatting", response, position=position, ch=">", options=OPTIONS
    )
    assert after(wire, response, changes) == KEY


def test_link_information_is_a_link_to_its_place_in_the_texts(
    wire: Wire, response: Path, folder: Path
) -> None:
    (link,) = wire.about("textDocument/documentLink", response)
    assert wire.text_at(response, link["range"]) == f"##{NOOR}#{NOOR + 12}#texts.sgml"
    resolved = wire.request("documentLink/resolve", link)
    assert resolved["target"] == f"{(folder / 'texts.sgml').as_uri()}#L4,4-L4,16"
    for data in (None, 7, {"uri": 1}, {**link["data"], "first": 10**9, "last": 10**9}):
        assert "error" not in wire.ask("documentLink/resolve", {**link, "data": data})


def test_a_configuration_leads_to_the_files_that_it_names(wire: Wire, folder: Path) -> None:
    config = folder / "other.config"
    uri = wire.open(config, ":scoring_task template_relation\n:key_file key\n", "muc-config")
    (link,) = wire.request("textDocument/documentLink", {"textDocument": {"uri": uri}})
    assert link["target"] == (folder / "key").as_uri()


def test_objects_of_the_workspace_are_found(wire: Wire, folder: Path) -> None:
    found = wire.request("workspace/symbol", {"query": "person-1 noor"})
    assert [each["name"] for each in found] == ["PERSON-1-1 Ilsabet Noor"] * 2
    assert sorted(each["containerName"] for each in found) == ["key", "response"]


ODD = [
    "",
    "\n",
    "<",
    "\x00\x01",
    "<A-1-1",
    "<A-1-1> :=",
    "<A-1-1> :=\n\tB:",
    '<A-1-1> :=\r\tB: "😀',
    "# ",
    "{{",
]


@pytest.mark.parametrize("method", [*REQUESTS, "textDocument/rename"])
@pytest.mark.parametrize("text", ODD)
def test_any_text_can_be_asked_about(folder: Path, method: str, text: str) -> None:
    """Whatever stands in a template file or a BNF, the only errors are refusals."""
    wire = on(folder)
    for name, language in (("response", "muc-template"), ("task.bnf", "muc-bnf")):
        uri = wire.open(folder / name, text, language)
        params = {"textDocument": {"uri": uri}, **POSITION, "newName": "7", **REQUESTS.get(method, {})}
        for line, character in ((0, 0), (0, 3), (1, 3), (9, 9)):
            params["position"] = {"line": line, "character": character}
            answer = wire.ask(method, params)
            assert answer.get("error", {}).get("code") in (None, -32803)


def test_an_accepted_slot_comes_with_the_clients_command_for_completions(folder: Path) -> None:
    known = {"experimental": {"keytally": {"marks": True, "suggestCommand": "client.suggest"}}}
    for capabilities, command in ((known, "client.suggest"), ({}, None)):
        client = on(folder, capabilities=capabilities)
        client.open(folder / "response")
        client.replace(folder / "response", "ORG_TYPE: GOVERNMENT", "ORG_T")
        [item] = client.at("textDocument/completion", folder / "response", "ORG_T", len("ORG_T"))
        assert item["label"] == "ORG_TYPE"
        assert item.get("command", {}).get("command") == command
