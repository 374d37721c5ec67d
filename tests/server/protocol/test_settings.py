"""Settings, by each way that clients send them."""

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.server.conftest import Start
from tests.server.editor import Editor
from tests.server.wire import PUBLISH, Wire, on

HINT = {"rules": {"severity": {"unclosed-tag": "hint"}}}


def severity(wire: Wire, response: Path) -> int | None:
    """How grave the one planted defect is shown; None where it is not."""
    wire.open(response, response.read_text(encoding="utf-8").replace("</ENAMEX>", "", 1))
    diagnostics = wire.of(PUBLISH)[-1]["diagnostics"]
    return diagnostics[0]["severity"] if diagnostics else None


@pytest.mark.parametrize("options", [HINT, {"keytally": HINT}])
def test_initialization_options_count(workspace: Path, options: dict[str, Any]) -> None:
    wire = on(workspace, initializationOptions=options)
    assert severity(wire, workspace / "response.sgml") == 4


def test_names_with_hyphens_survive(workspace: Path) -> None:
    """A converter that makes named tuples of JSON would rename `unclosed-tag`, `class` and `p&r`."""
    wire = on(workspace)
    response = workspace / "response.sgml"
    assert severity(wire, response) == 1
    for grade, shown in (("warning", 2), ("information", 3), ("off", None)):
        settings = {"keytally": {"rules": {"severity": {"unclosed-tag": grade, "text-altered": "off"}}}}
        wire.notify("workspace/didChangeConfiguration", {"settings": settings})
        assert severity(wire, response) == shown
    assert wire.of("window/showMessage") == []


@pytest.mark.parametrize(
    ("rules", "shown"),
    [
        ({"select": ["unclosed-tag"]}, 1),
        ({"select": ["text-altered"]}, None),
        ({"ignore": ["unclosed-tag"]}, None),
        ({"select": ["unclosed-tag"], "ignore": ["unclosed-tag"]}, None),
        ({}, 1),
    ],
)
def test_rules_are_selected_and_ignored(workspace: Path, rules: dict[str, Any], shown: int | None) -> None:
    wire = on(workspace, initializationOptions={"rules": rules})
    assert severity(wire, workspace / "response.sgml") == shown


BAD: list[tuple[Any, str]] = [
    (3, "keytally must be a table of settings, not 3"),
    ({"rules": []}, "keytally.rules must be a table of settings, not []"),
    ({"rules": {"select": "unclosed-tag"}}, "keytally.rules.select must be a list of rule names"),
    (
        {"rules": {"ignore": ["unclosed-tags"]}},
        "unknown rule 'unclosed-tags'; did you mean unclosed-tag?",
    ),
    ({"rules": {"severity": {"unclosed-tag": "fatal"}}}, "invalid severity 'fatal' for unclosed-tag"),
    ({"rules": {"severity": {"unclosed-tag": 3}}}, "the severity of unclosed-tag must be a string, not 3"),
    ({"marks": {"enabled": "yes"}}, "keytally.marks.enabled must be true or false, not 'yes'"),
    ({"codeLens": True}, "keytally.codeLens must be a table of settings, not true"),
]


@pytest.mark.parametrize(("options", "message"), BAD)
def test_a_bad_setting_is_told_once_and_its_default_stands(
    workspace: Path, options: Any, message: str
) -> None:
    wire = on(workspace, initializationOptions=options)
    (shown,) = wire.of("window/showMessage")
    assert message in shown["message"]
    assert shown["message"].endswith("using the default")
    assert severity(wire, workspace / "response.sgml") == 1
    wire.settle()
    assert wire.of("keytally/scored")
    wire.notify("workspace/didChangeConfiguration", {"settings": {"keytally": options}})
    assert len(wire.of("window/showMessage")) == 1


def registered(editor: Editor) -> list[str]:
    """The methods that the server has registered for so far."""
    every = editor.all(types.CLIENT_REGISTER_CAPABILITY)
    return [each.method for params in every for each in params.registrations]


@pytest.mark.asyncio
async def test_settings_are_asked_for_and_asked_for_again(start: Start, workspace: Path) -> None:
    editor: Editor = await start(workspace, settings=HINT)
    await editor.until(lambda: types.WORKSPACE_DID_CHANGE_CONFIGURATION in registered(editor))
    (asked,) = await editor.until(lambda: editor.all(types.WORKSPACE_CONFIGURATION))
    assert [item.section for item in asked.items] == ["keytally"]
    uri = editor.open(workspace / "response.sgml")
    editor.replace(uri, "</ENAMEX>", "")
    (found,) = (await editor.published(uri)).diagnostics
    assert found.severity is types.DiagnosticSeverity.Hint
    editor.set_configuration({"keytally": {"rules": {"ignore": ["unclosed-tag"]}}})
    editor.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    await editor.until(lambda: editor.all(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)[-1].diagnostics == ())


@pytest.mark.asyncio
async def test_a_client_with_no_settings_to_give_is_served(start: Start, workspace: Path) -> None:
    editor: Editor = await start(workspace, settings=None)
    uri = editor.open(workspace / "response.sgml")
    assert (await editor.scored(uri))["totals"]["cor"] > 0
    assert editor.messages == []
