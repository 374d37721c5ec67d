"""What the server says of its own accord, seen from inside: refreshes, related places, memory, order."""

import gc
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from keytally.families.muc.evaluation.named_entity import NamedEntity
from keytally.families.muc.sgml.unit import SgmlUnit
from keytally.findings.finding import Finding, Related
from keytally.findings.table.sgml import TEXT_ALTERED
from keytally_server.protocol import scores
from tests.server.wire import PUBLISH, Wire, on

REFRESHING = {
    "experimental": {"keytally": {"marks": True}},
    "workspace": {
        "codeLens": {"refreshSupport": True},
        "inlayHint": {"refreshSupport": True},
        "semanticTokens": {"refreshSupport": True},
    },
}
LENSES, HINTS, TOKENS = (f"workspace/{name}/refresh" for name in ("codeLens", "inlayHint", "semanticTokens"))


def refreshes(wire: Wire) -> list[str]:
    methods = [str(message.get("method")) for message in wire.sent]
    wire.sent.clear()
    return [method for method in methods if method.endswith("/refresh")]


def test_typing_in_the_only_open_file_asks_for_nothing(workspace: Path) -> None:
    wire = on(workspace, capabilities=REFRESHING)
    wire.open(workspace / "response.sgml")
    wire.settle()
    refreshes(wire)
    wire.replace(workspace / "response.sgml", "</ENAMEX>", "")
    wire.settle()
    assert refreshes(wire) == []


def test_typing_in_the_key_asks_for_the_response_once(workspace: Path) -> None:
    wire = on(workspace, capabilities=REFRESHING)
    wire.open(workspace / "response.sgml")
    wire.open(workspace / "key.sgml")
    wire.settle()
    refreshes(wire)
    wire.replace(workspace / "key.sgml", "</ENAMEX>", "")
    wire.settle()
    assert refreshes(wire) == [LENSES, HINTS]


def test_typing_beside_a_pair_asks_for_nothing(workspace: Path) -> None:
    wire = on(workspace, capabilities=REFRESHING)
    wire.open(workspace / "response.sgml")
    wire.open(workspace / "alone.sgml", "<DOC>")
    wire.settle()
    refreshes(wire)
    wire.change((workspace / "alone.sgml").as_uri(), 2, {"text": "<DOC>\n"})
    wire.settle()
    assert refreshes(wire) == []


def test_a_change_on_disk_asks_again(workspace: Path) -> None:
    wire = on(workspace, capabilities=REFRESHING)
    wire.open(workspace / "response.sgml")
    wire.settle()
    refreshes(wire)
    key = workspace / "key.sgml"
    key.write_text(key.read_text().replace("</ENAMEX>", "", 1))
    wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": key.as_uri(), "type": 2}]})
    wire.settle()
    assert refreshes(wire) == [LENSES, HINTS]


def test_the_first_scoring_asks_again_tokens_too(workspace: Path) -> None:
    wire = on(workspace, capabilities=REFRESHING)
    wire.settle()
    refreshes(wire)
    wire.open(workspace / "response.sgml")
    wire.settle()
    assert refreshes(wire) == [TOKENS, LENSES, HINTS]


def test_an_answer_given_too_early_is_asked_for_again(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = on(workspace, capabilities=REFRESHING)
    wire.open(workspace / "response.sgml")
    wire.settle()
    refreshes(wire)
    monkeypatch.setattr(scores, "SLICE", -1.0)
    text = wire.text(workspace / "response.sgml").replace("<ENAMEX", "<TIMEX").replace("</ENAMEX", "</TIMEX")
    wire.change((workspace / "response.sgml").as_uri(), 2, {"text": text})
    wire.about("textDocument/codeLens", workspace / "response.sgml")
    wire.settle()
    assert refreshes(wire) == [LENSES, HINTS]


@pytest.mark.parametrize(("setting", "request_"), [("codeLens", "codeLens"), ("inlayHints", "inlayHint")])
def test_settings_are_obeyed_at_once(workspace: Path, setting: str, request_: str) -> None:
    wire = on(workspace, capabilities=REFRESHING)
    response = workspace / "response.sgml"
    wire.open(response)
    wire.settle()
    refreshes(wire)
    whole = {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}}
    assert wire.about(f"textDocument/{request_}", response, **whole)
    for enabled in (False, True):
        settings = {"keytally": {setting: {"enabled": enabled}}}
        wire.notify("workspace/didChangeConfiguration", {"settings": settings})
        assert bool(wire.about(f"textDocument/{request_}", response, **whole)) is enabled
        wire.settle()
        assert set(refreshes(wire)) == {LENSES, HINTS}


def test_a_client_that_hides_marks_hears_of_the_score(workspace: Path) -> None:
    wire = on(workspace)
    settings = {"keytally": {"marks": {"enabled": False}}}
    wire.notify("workspace/didChangeConfiguration", {"settings": settings})
    wire.open(workspace / "response.sgml")
    wire.settle()
    assert wire.of("keytally/scored")
    assert wire.about("keytally/marks", workspace / "response.sgml")["marks"]


def test_a_related_place_is_told_with_its_file(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def compare(self: NamedEntity, unit: SgmlUnit, reference: SgmlUnit | None) -> Sequence[Finding]:
        assert reference is not None
        related = Related(reference, 0, 5, "here it begins")
        return [TEXT_ALTERED.finding(0, 5, {"original": "a", "written": "planted"}, related=(related,))]

    monkeypatch.setattr(NamedEntity, "compare_texts", compare)
    wire = on(workspace)
    wire.open(workspace / "response.sgml")
    second = wire.of(PUBLISH)[-1]["diagnostics"][1]
    (related,) = second["relatedInformation"]
    texts = workspace / "texts.sgml"
    assert related["location"]["uri"] == texts.as_uri()
    line = related["location"]["range"]["start"]["line"]
    assert line > 0
    assert texts.read_text().split("\n")[line] == "<DOC>"
    assert related["message"] == "here it begins"


def test_a_second_document_of_a_number_leads_to_the_first(workspace: Path) -> None:
    wire = on(workspace)
    text = (workspace / "response.sgml").read_text()
    response = workspace / "response.sgml"
    wire.open(response, text + text)
    found = [each for each in wire.of(PUBLISH)[-1]["diagnostics"] if each["code"] == "duplicate-docno"]
    assert len(found) == 3
    related = found[0]["relatedInformation"][0]["location"]
    assert related["uri"] == response.as_uri()
    assert "260112-0001" in wire.text_at(response, related["range"])


def test_a_newer_edit_makes_older_work_be_dropped(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scores, "SLICE", -1.0)
    wire = on(workspace)
    response = workspace / "response.sgml"
    wire.open(response)
    wire.settle()
    wire.sent.clear()
    scored: list[str] = []
    plain = NamedEntity.score

    def count(self: NamedEntity, document: str, *sides: Any) -> Any:
        scored.append(document)
        return plain(self, document, *sides)

    monkeypatch.setattr(NamedEntity, "score", count)
    for version, text in enumerate(("Tidewater", "Tidewate", "Tidewat"), 2):
        wire.replace(response, f">{text}", f">{text[:-1]}", version)
    wire.settle()
    assert scored == ["2601120001"]
    assert [each["version"] for each in wire.of("keytally/scored")] == [4]


def test_findings_come_before_scores(workspace: Path) -> None:
    wire = on(workspace)
    wire.open(workspace / "response.sgml")
    wire.settle()
    methods = [message["method"] for message in wire.sent if "method" in message]
    assert methods.index(PUBLISH) < methods.index("keytally/scored")


def test_memory_of_many_documents_is_settled_once(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new, frozen = [scores.MANY], 0

    def freeze() -> None:
        nonlocal frozen
        frozen += 1
        new[:] = [0]

    monkeypatch.setattr(gc, "get_count", lambda: (*new, 0, 0))
    monkeypatch.setattr(gc, "freeze", freeze)
    wire = on(workspace)
    wire.open(workspace / "response.sgml")
    wire.settle()
    wire.replace(workspace / "response.sgml", "</ENAMEX>", "")
    wire.settle()
    assert frozen == 1


def test_several_roots_each_have_their_pairs(workspace: Path, defects: Path) -> None:
    wire = on(workspace, defects)
    for root in (workspace, defects):
        wire.open(root / "response.sgml")
    wire.settle()
    told = {each["uri"]: each["pair"]["key"] for each in wire.of("keytally/scored")}
    assert told == {(r / "response.sgml").as_uri(): (r / "key.sgml").as_uri() for r in (workspace, defects)}


def test_folders_come_and_go(workspace: Path, tmp_path: Path) -> None:
    """A keytally.toml above the folder of a file counts while its folder is open."""
    inner = tmp_path / "outer" / "inner"
    shutil.copytree(workspace, inner)
    (inner / "keytally.toml").unlink()
    (inner / "ne.config").unlink()
    toml = '[[pair]]\ntask = "named_entity"\nkey = "inner/key.sgml"\nresponses = ["inner/texts.sgml"]\n'
    (inner.parent / "keytally.toml").write_text(toml)
    wire = on()
    texts = inner / "texts.sgml"
    wire.open(texts)
    folder = {"uri": inner.parent.as_uri(), "name": "outer"}
    for added, removed, pairs in (([folder], [], 1), ([], [folder], 0)):
        event = {"event": {"added": added, "removed": removed}}
        wire.notify("workspace/didChangeWorkspaceFolders", event)
        wire.settle()
        assert len(wire.server.session.live_pairs) == pairs
