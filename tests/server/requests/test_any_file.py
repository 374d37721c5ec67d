"""Any request about any file and any text is answered, and never with an error of the server."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.wire import on

POSITION = {"position": {"line": 0, "character": 0}}
RANGE = {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}}
OPTIONS = {"options": {"tabSize": 4, "insertSpaces": False}}
REQUESTS: dict[str, dict[str, Any]] = {
    "textDocument/hover": POSITION,
    "textDocument/definition": POSITION,
    "textDocument/declaration": POSITION,
    "textDocument/typeDefinition": POSITION,
    "textDocument/completion": POSITION,
    "textDocument/documentHighlight": POSITION,
    "textDocument/formatting": OPTIONS,
    "textDocument/onTypeFormatting": {**POSITION, "ch": ">", **OPTIONS},
    "textDocument/inlineCompletion": {**POSITION, "context": {"triggerKind": 2}},
    "textDocument/linkedEditingRange": POSITION,
    "textDocument/prepareRename": POSITION,
    "textDocument/rangeFormatting": {**RANGE, **OPTIONS},
    "textDocument/references": {**POSITION, "context": {"includeDeclaration": True}},
    "keytally/annotated": RANGE,
    "textDocument/codeLens": {},
    "textDocument/inlayHint": RANGE,
    "textDocument/documentLink": {},
    "textDocument/documentSymbol": {},
    "textDocument/foldingRange": {},
    "textDocument/semanticTokens/full": {},
    "textDocument/semanticTokens/full/delta": {"previousResultId": "1"},
    "textDocument/semanticTokens/range": RANGE,
    "textDocument/codeAction": {**RANGE, "context": {"diagnostics": []}},
    "keytally/marks": {},
    "keytally/next": {"position": {"line": 0, "character": 0}},
    "keytally/errors": {},
    "keytally/progress": {"position": {"line": 0, "character": 0}},
}


@pytest.mark.parametrize("method", REQUESTS)
@pytest.mark.parametrize(
    "name",
    ["response.sgml", "key.sgml", "texts.sgml", "ne.config", "keytally.toml", "nothing.sgml", "."],
)
def test_any_file_can_be_asked_about(workspace: Path, method: str, name: str) -> None:
    """Open or not, paired or not, there or not: a request is answered, and never with an error."""
    wire = on(workspace)
    assert "error" not in wire.ask(
        method, {"textDocument": {"uri": (workspace / name).as_uri()}, **REQUESTS[method]}
    )
    wire.open(workspace / "response.sgml")
    assert "error" not in wire.ask(
        method, {"textDocument": {"uri": (workspace / name).as_uri()}, **REQUESTS[method]}
    )


@pytest.mark.parametrize("method", REQUESTS)
@pytest.mark.parametrize("text", ["", "\n", "<", "\x00\x01\x02", "<DOC", "<DOC>", "😀\r", ":", "[[pair]]"])
def test_any_text_can_be_asked_about(workspace: Path, method: str, text: str) -> None:
    wire = on(workspace)
    for name in ("response.sgml", "ne.config", "keytally.toml"):
        uri = wire.open(workspace / name, text)
        assert "error" not in wire.ask(method, {"textDocument": {"uri": uri}, **REQUESTS[method]})
