"""Findings as diagnostics: pushed or pulled, never both."""

from pathlib import Path

import pytest
from lsprotocol import types

from tests.server.conftest import Start
from tests.server.editor import Editor

pytestmark = pytest.mark.asyncio

PUBLISH, REFRESH = types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, types.WORKSPACE_DIAGNOSTIC_REFRESH


def last_of(editor: Editor, uri: str) -> types.PublishDiagnosticsParams:
    last: types.PublishDiagnosticsParams = [each for each in editor.all(PUBLISH) if each.uri == uri][-1]
    return last


async def pull(
    editor: Editor, uri: str, previous: str | None = None
) -> types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport:
    document = types.TextDocumentIdentifier(uri)
    params = types.DocumentDiagnosticParams(document, identifier="keytally", previous_result_id=previous)
    answer = await editor.text_document_diagnostic_async(params)
    assert not isinstance(answer, types.DocumentDiagnosticReportPartialResult)
    return answer


async def pulled(editor: Editor, uri: str) -> list[str]:
    report = await pull(editor, uri)
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    return [str(each.code) for each in report.items]


async def test_a_finding_says_what_where_and_why(editor: Editor, workspace: Path) -> None:
    uri = editor.open(workspace / "response.sgml")
    assert await editor.rules(uri) == []
    editor.replace(uri, 'TYPE="LOCATION">PORT ANSELM', 'TYPE="LOKATION">PORT ANSELM')
    published = await editor.published(uri)
    (found,) = published.diagnostics
    assert published.version == 2
    assert (found.code, found.source, found.severity) == (
        "attribute-value",
        "keytally",
        types.DiagnosticSeverity.Error,
    )
    assert editor.text_at(uri, found.range) == "LOKATION"
    assert found.message == 'TYPE="LOKATION" is not one of ORGANIZATION, PERSON, LOCATION'
    assert found.code_description is not None
    assert found.code_description.href.endswith("attribute-value.md")


async def test_a_defect_that_is_mended_goes(editor: Editor, workspace: Path) -> None:
    uri = editor.open(workspace / "response.sgml")
    editor.replace(uri, "</ENAMEX>", "")
    assert await editor.rules(uri) == ["unclosed-tag"]
    editor.replace(uri, "Tidewater Lines", "Tidewater Lines</ENAMEX>")
    assert await editor.rules(uri) == []


async def test_findings_of_the_response_follow_the_key(editor: Editor, workspace: Path) -> None:
    """Without a texts file the response is compared with the key."""
    (workspace / "texts.sgml").unlink()
    (workspace / "keytally.toml").unlink()
    editor.changed_on_disk(workspace / "texts.sgml", workspace / "keytally.toml")
    response, key = (editor.open(workspace / f"{name}.sgml") for name in ("response", "key"))
    assert await editor.rules(response) == []
    editor.forget()
    editor.replace(key, "largest order", "smallest order")
    assert await editor.rules(response) == ["text-altered"]
    editor.replace(key, "smallest order", "largest order")
    await editor.until(lambda: last_of(editor, response).diagnostics == ())


async def test_a_closed_file_has_no_diagnostics(editor: Editor, workspace: Path) -> None:
    uri = editor.open(workspace / "response.sgml")
    editor.replace(uri, "</ENAMEX>", "")
    assert await editor.rules(uri) == ["unclosed-tag"]
    editor.close(uri)
    await editor.until(lambda: editor.all(PUBLISH)[-1].diagnostics == ())
    assert editor.all(PUBLISH)[-1].uri == uri


async def test_the_first_thousand_are_shown_and_the_rest_counted(editor: Editor, workspace: Path) -> None:
    body = "".join(f"<ENAMEX TYPE=PERSON>x{number}</ENAMEX>\n" for number in range(1203))
    uri = editor.open(workspace / "alone.sgml", f"<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n{body}</TXT>\n</DOC>\n")
    diagnostics = (await editor.published(uri)).diagnostics
    assert len(diagnostics) == 1001
    assert diagnostics[-1].message == "203 more findings are not shown; keytally check lists all of them"
    assert {each.code for each in diagnostics[:-1]} == {"unquoted-attribute"}
    assert diagnostics[-2].range.start.line == 3 + 999


async def test_a_client_that_pulls_is_pushed_nothing(start: Start, workspace: Path) -> None:
    editor = await start(workspace, pull=True)
    uri = editor.open(workspace / "response.sgml")
    assert await pulled(editor, uri) == []
    editor.replace(uri, "</ENAMEX>", "")
    assert await pulled(editor, uri) == ["unclosed-tag"]
    editor.close(uri)
    assert await pulled(editor, uri) == []
    assert editor.all(PUBLISH) == []


async def test_what_has_not_changed_is_not_sent_again(start: Start, workspace: Path) -> None:
    editor = await start(workspace, pull=True)
    uri = editor.open(workspace / "response.sgml")
    clean = (await pull(editor, uri)).result_id
    assert (await pull(editor, uri, clean)).kind == "unchanged"
    editor.replace(uri, "</ENAMEX>", "")
    wrong = await pull(editor, uri, clean)
    assert wrong.kind == "full"
    assert (await pull(editor, uri, wrong.result_id)).kind == "unchanged"
    editor.replace(uri, 'TYPE="LOCATION">PORT', 'TYPE="PERSON">PORT')
    assert (await pull(editor, uri, wrong.result_id)).kind == "unchanged"
    editor.edit(uri, 0, 0, "\n")
    moved = await pull(editor, uri, wrong.result_id)
    assert moved.kind == "full"
    assert (await pull(editor, uri, wrong.result_id)).result_id == moved.result_id


async def test_a_result_from_before_the_file_was_closed_is_out_of_date(start: Start, workspace: Path) -> None:
    editor = await start(workspace, pull=True)
    text = (workspace / "response.sgml").read_text()
    uri = editor.open(workspace / "response.sgml", text.replace("</ENAMEX>", "", 1))
    before = (await pull(editor, uri)).result_id
    editor.close(uri)
    editor.open(workspace / "response.sgml", "\n" + text.replace("</ENAMEX>", "", 1))
    assert (await pull(editor, uri, before)).kind == "full"


async def test_the_other_file_is_asked_for_again_only_when_it_matters(start: Start, workspace: Path) -> None:
    editor = await start(workspace, pull=True)
    (workspace / "keytally.toml").unlink()
    (workspace / "texts.sgml").unlink()
    editor.changed_on_disk(workspace / "texts.sgml", workspace / "keytally.toml")
    response, key = (editor.open(workspace / f"{name}.sgml") for name in ("response", "key"))
    await editor.scored(key)
    editor.forget()
    editor.replace(response, 'TYPE="LOCATION">PORT', 'TYPE="PERSON">PORT')
    editor.replace(key, '<NUMEX TYPE="MONEY">$48 million</NUMEX>', "$48 million")
    await editor.scored(key)
    assert editor.all(REFRESH) == []
    editor.replace(key, "largest order", "smallest order")
    await editor.until(lambda: editor.all(REFRESH))
    assert await pulled(editor, response) == ["text-altered"]


async def test_settings_change_what_is_pulled(start: Start, workspace: Path) -> None:
    editor = await start(workspace, pull=True)
    uri = editor.open(workspace / "response.sgml")
    editor.replace(uri, "</ENAMEX>", "")
    before = (await pull(editor, uri)).result_id
    editor.set_configuration({"keytally": {"rules": {"severity": {"unclosed-tag": "hint"}}}})
    editor.workspace_did_change_configuration(types.DidChangeConfigurationParams({}))
    await editor.until(lambda: editor.all(REFRESH))
    report = await pull(editor, uri, before)
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    assert report.items[0].severity is types.DiagnosticSeverity.Hint
