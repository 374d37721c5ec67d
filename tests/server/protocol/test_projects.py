"""Configurations and project files, on disk and in the editor; several responses; key2key; commands."""

import shutil
from pathlib import Path

import pytest

from tests.server.protocol.test_disk import changed_on_disk, warnings
from tests.server.wire import Wire, on


def scored(wire: Wire) -> dict[str, object]:
    last: dict[str, object] = wire.of("keytally/scored")[-1]
    return last


# keytally.toml


def test_an_open_project_file_shows_its_findings(workspace: Path) -> None:
    wire = on(workspace)
    toml = workspace / "keytally.toml"
    wire.open(toml, language="toml")
    assert wire.rules(toml) == []
    wire.replace(toml, "texts =", "text =")
    assert wire.rules(toml) == ["unknown-project-key"]
    wire.change(toml.as_uri(), 3, {"text": "[[pair]\n"})
    assert wire.rules(toml) == ["project-syntax"]
    wire.change(
        toml.as_uri(), 4, {"text": '[[pair]]\ntask = "named_entity"\nkey = "no.sgml"\nresponses = ["r"]\n'}
    )
    assert set(wire.rules(toml)) == {"bad-project-value"}


def test_a_project_file_is_mended_by_a_quick_fix(workspace: Path) -> None:
    wire = on(workspace)
    toml = workspace / "keytally.toml"
    wire.open(toml, language="toml")
    wire.replace(toml, "texts =", "text =")
    (fix,) = wire.about(
        "textDocument/codeAction",
        toml,
        range=wire.stretch(toml, "text ="),
        context={"diagnostics": [], "only": ["quickfix"]},
    )
    (edit,) = fix["edit"]["changes"][toml.as_uri()]
    assert edit["newText"] == "texts"


def test_a_project_file_that_changes_on_disk_counts(workspace: Path) -> None:
    wire = on(workspace)
    wire.open(workspace / "response.sgml")
    wire.settle()
    toml = workspace / "keytally.toml"
    toml.write_text(toml.read_text() + 'options = { ne_allow_incorrect = "no" }\n')
    changed_on_disk(wire, toml)
    assert len(wire.of("keytally/scored")) == 2
    toml.write_text("")
    changed_on_disk(wire, toml)
    assert scored(wire)["pair"] is not None, "the configuration file names the pair as well"


def test_rules_of_a_project_file_count_at_once(workspace: Path) -> None:
    wire = on(workspace)
    response, toml = workspace / "response.sgml", workspace / "keytally.toml"
    wire.open(response, response.read_text().replace("</ENAMEX>", "", 1))
    toml.write_text(toml.read_text() + '[rules]\nseverity = { unclosed-tag = "hint" }\n')
    changed_on_disk(wire, toml)
    assert wire.of("textDocument/publishDiagnostics")[-1]["diagnostics"][0]["severity"] == 4


# Configurations


def test_an_option_that_is_edited_counts_at_once(workspace: Path) -> None:
    wire = on(workspace)
    response, config = workspace / "response.sgml", workspace / "ne.config"
    wire.open(response)
    wire.open(config, language="muc-config")
    wire.settle()
    before = scored(wire)["totals"]
    wire.replace(config, ":premodifiers", "; :premodifiers")
    wire.settle()
    assert scored(wire)["totals"] != before
    wire.replace(config, "; :premodifiers", ":premodifiers", 3)
    wire.settle()
    assert scored(wire)["totals"] == before


def test_a_comment_that_is_edited_scores_nothing_anew(workspace: Path) -> None:
    wire = on(workspace)
    wire.open(workspace / "response.sgml")
    wire.open(workspace / "ne.config", language="muc-config")
    wire.settle()
    (live,) = wire.server.session.live_pairs
    wire.replace(workspace / "ne.config", "; Named", "; Proper")
    assert wire.server.session.live_pairs == [live]
    assert not live.stale


def test_a_configuration_with_errors_is_told_where_it_is_and_scores_when_mended(workspace: Path) -> None:
    wire = on(workspace)
    response, config = workspace / "response.sgml", workspace / "ne.config"
    wire.open(response)
    wire.open(config, language="muc-config")
    wire.settle()
    wire.replace(config, '"enamex type type scored', '"enamx type type scored')
    wire.settle()
    assert "undefined-class" in wire.rules(config)
    assert scored(wire)["pair"] is None
    assert warnings(wire) == [], "the findings tell it"
    wire.replace(config, '"enamx type type scored', '"enamex type type scored', 3)
    wire.settle()
    assert wire.rules(config) == []
    assert scored(wire)["totals"]["cor"] > 0  # type: ignore[index]


def test_a_configuration_with_errors_on_disk_is_a_line_an_error(workspace: Path) -> None:
    config = workspace / "ne.config"
    good = config.read_text()
    config.write_text(good.replace('"enamex type type scored', '"enamx type type scored'))
    wire = on(workspace)
    wire.open(workspace / "response.sgml")
    wire.settle()
    lines = warnings(wire)
    assert any("enamx" in line for line in lines)
    assert all("ne.config" in line and "\n" not in line for line in lines)
    assert wire.of("keytally/scored") == []
    wire.open(config, good, "muc-config")
    wire.settle()
    assert scored(wire)["pair"] is not None
    wire.close_file(config.as_uri())
    wire.settle()
    assert scored(wire)["pair"] is None


def test_a_syntax_that_is_edited_reads_the_files_anew(workspace: Path) -> None:
    wire = on(workspace)
    response, config = workspace / "response.sgml", workspace / "ne.config"
    wire.open(response)
    wire.open(config, language="muc-config")
    wire.settle()
    wire.replace(config, ":doc_sections        HL DD DATELINE TXT", ":doc_sections        HL DD TXT")
    wire.replace(config, "Header HL DD DATELINE", "Header HL DD", 3)
    wire.settle()
    assert wire.rules(config) == []
    assert "tag-outside-section" in wire.rules(response)


# Several responses, key2key


def test_the_response_opened_last_is_active_and_gives_way_when_closed(workspace: Path) -> None:
    second = Path(shutil.copy(workspace / "response.sgml", workspace / "response2.sgml"))
    wire = on(workspace)
    session = wire.server.session
    key = workspace / "key.sgml"
    wire.open(key)
    shown = []
    for path in (workspace / "response.sgml", second):
        wire.open(path)
        shown.append(session.active_pair(key))
    wire.close_file(second.as_uri())
    shown.append(session.active_pair(key))
    names = [live.pair.response.name for live in shown if live is not None]
    assert names == ["response.sgml", "response2.sgml", "response.sgml"]


def test_a_key_alone_shows_its_first_response(workspace: Path) -> None:
    shutil.copy(workspace / "response.sgml", workspace / "response0.sgml")
    wire = on(workspace)
    wire.open(workspace / "key.sgml")
    wire.settle()
    assert scored(wire)["pair"]["response"].endswith("/response.sgml")  # type: ignore[index]


def test_in_key2key_both_files_are_keys(workspace: Path) -> None:
    config = workspace / "ne.config"
    config.write_text(config.read_text().replace("key2response", "key2key"))
    wire = on(workspace)
    response = workspace / "response.sgml"
    wire.open(
        response, response.read_text().replace('TYPE="LOCATION">PORT', 'TYPE="LOCATION" STATUS="OPT">PORT')
    )
    wire.settle()
    assert wire.rules(response) == []
    assert wire.about("keytally/marks", response)["marks"]


# Commands


def run(wire: Wire, command: str, *arguments: object) -> object:
    params = {"command": f"keytally.{command}", "arguments": list(arguments)}
    return wire.request("workspace/executeCommand", params)


def test_pairs_are_listed_with_their_parts(workspace: Path) -> None:
    wire = on(workspace)
    shutil.copy(workspace / "response.sgml", workspace / "response2.sgml")
    pairs = run(wire, "listPairs")
    assert isinstance(pairs, list)
    assert [(each["response"].rpartition("/")[2], each["active"]) for each in pairs] == [
        ("response.sgml", True),
        ("response2.sgml", False),
    ]
    assert pairs[0] == {
        "task": "named_entity",
        "language": "muc-sgml",
        "key": (workspace / "key.sgml").as_uri(),
        "response": (workspace / "response.sgml").as_uri(),
        "texts": (workspace / "texts.sgml").as_uri(),
        "configuration": (workspace / "ne.config").as_uri(),
        "languages": {"texts": "muc-sgml", "configuration": "muc-config"},
        "origin": "keytally.toml, line 1",
        "active": True,
    }
    wire.open(workspace / "response2.sgml")
    listed = run(wire, "listPairs")
    assert isinstance(listed, list)
    assert [each["active"] for each in listed] == [False, True]


def test_of_two_configurations_of_the_same_files_one_is_active(workspace: Path) -> None:
    (workspace / "keytally.toml").unlink()
    text = (workspace / "ne.config").read_text()
    (workspace / "other.config").write_text(text)
    listed = run(on(workspace), "listPairs")
    assert isinstance(listed, list)
    assert len(listed) > 1
    assert len({(each["key"], each["response"]) for each in listed}) == 1
    assert [each["active"] for each in listed].count(True) == 1


def test_a_pair_tells_the_language_of_every_part(tmp_path: Path) -> None:
    """A client sets it for files whose names tell nothing."""
    template = '<PERSON-1-1> :=\n    PER_NAME: "Orrin"\n'
    for name in ("te.key.tmpl", "te.response.tmpl"):
        (tmp_path / name).write_text(template)
    (tmp_path / "te.texts.tmpl").write_text("<DOC>\n<DOCID> 1 </DOCID>\nOrrin\n</DOC>\n")
    (tmp_path / "te.bnf").write_text('<PERSON> :=\n    PER_NAME: "NAME"*\n')
    pairs = run(on(tmp_path), "listPairs")
    assert isinstance(pairs, list)
    assert [(pair["language"], pair["languages"]) for pair in pairs] == [
        ("muc-template", {"texts": "muc-sgml", "bnf": "muc-bnf"})
    ]


def test_reports_are_rendered_and_not_written(workspace: Path) -> None:
    before = sorted(workspace.iterdir())
    wire = on(workspace)
    uri = wire.open(workspace / "response.sgml")
    reports = run(wire, "renderReports", uri)
    assert isinstance(reports, list)
    assert [each["name"] for each in reports] == ["scores", "report_summary"]
    assert all(each["text"].strip() for each in reports)
    assert sorted(workspace.iterdir()) == before
    assert run(wire, "renderReports", (workspace / "nothing").as_uri()) == []


@pytest.mark.parametrize("name", ["nothing.sgml", "texts.sgml"])
def test_what_is_no_response_cannot_be_chosen(workspace: Path, name: str) -> None:
    wire = on(workspace)
    wire.open(workspace / "key.sgml")
    chosen = run(wire, "selectResponse", (workspace / "key.sgml").as_uri(), (workspace / name).as_uri())
    assert chosen is False
    assert warnings(wire) == [
        f"keytally: {(workspace / name).as_uri()} is not a response to {(workspace / 'key.sgml').as_uri()}"
    ]


TAKES = [
    ("keytally.selectResponse", "the URI of a key and the URI of one of its responses"),
    ("keytally.renderReports", "the URI of a file of a pair"),
    ("keytally.pairFiles", "the URI of a file and the URI of the file to pair it with"),
    ("keytally.listPairs", "no arguments"),
]


@pytest.mark.parametrize(
    "arguments", [None, [], ["file:///a"], [1, 2], [{"uri": "a"}, None], ["a", "b", "c"]]
)
@pytest.mark.parametrize(("command", "takes"), TAKES)
def test_a_command_says_what_it_takes(
    command: str, takes: str, arguments: list[object] | None, caplog: pytest.LogCaptureFixture
) -> None:
    wire = Wire()
    params = {"command": command} if arguments is None else {"command": command, "arguments": arguments}
    answer = wire.ask("workspace/executeCommand", params)
    fitting = {"keytally.renderReports": [["file:///a"]], "keytally.listPairs": [None, []]}
    if arguments in fitting.get(command, []):
        assert answer["result"] == []
    else:
        assert answer["error"] == {"code": -32602, "message": f"{command} takes {takes}"}
        assert [record.getMessage() for record in caplog.records] == [f"{command} takes {takes}"]
        assert not any(record.exc_info for record in caplog.records)


def test_what_is_no_uri_at_all_names_no_file(workspace: Path) -> None:
    wire = on(workspace)
    assert run(wire, "renderReports", "file://[x") == []
    place = {"textDocument": {"uri": "file://[x"}, "position": {"line": 0, "character": 0}}
    assert wire.request("textDocument/hover", place) is None


# A pyproject.toml


def test_a_pyproject_with_a_table_of_keytally_is_a_project_file(workspace: Path) -> None:
    own, shared = workspace / "keytally.toml", workspace / "pyproject.toml"
    shared.write_text(own.read_text().replace("[[pair]]", "[[tool.keytally.pair]]"))
    own.unlink()
    wire = on(workspace)
    wire.open(workspace / "response.sgml")
    wire.settle()
    assert len(wire.of("keytally/scored")) == 1
    wire.open(shared, language="toml")
    assert wire.rules(shared) == []
    wire.replace(shared, "texts =", "text =")
    assert wire.rules(shared) == ["unknown-project-key"]
    shared.write_text(shared.read_text() + 'options = { ne_allow_incorrect = "no" }\n')
    changed_on_disk(wire, shared)
    assert len(wire.of("keytally/scored")) == 2


def test_another_pyproject_has_no_findings(workspace: Path) -> None:
    shared = workspace / "pyproject.toml"
    shared.write_text("[project\n")
    wire = on(workspace)
    wire.open(shared, language="toml")
    assert wire.rules(shared) == []


def test_a_pair_goes_into_the_table_of_a_pyproject(workspace: Path) -> None:
    folder = workspace / "more"
    folder.mkdir()
    for name in ("key.sgml", "response.sgml"):
        shutil.copy(workspace / name, folder / f"a.{name}")
    (folder / "pyproject.toml").write_text("[tool.keytally.rules]\nignore = []\n")
    wire = on(folder)
    arguments = [(folder / name).as_uri() for name in ("a.response.sgml", "a.key.sgml")]
    (folder / "a.key.sgml").rename(folder / "gold.sgml")
    arguments[1] = (folder / "gold.sgml").as_uri()
    edit = wire.request("workspace/executeCommand", {"command": "keytally.pairFiles", "arguments": arguments})
    (change,) = edit["changes"][(folder / "pyproject.toml").as_uri()]
    assert change["newText"].lstrip().startswith("[[tool.keytally.pair]]\n")
