"""A handler that fails answers with an error, whichever request it is for, and the next edit is served."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from keytally_server import requests
from keytally_server.protocol.request_table import REQUESTS, Request
from tests.server.requests import test_any_file
from tests.server.wire import failing, on

START = {"line": 0, "character": 0}
WHOLE = {"start": START, "end": START}


def params_of(request: Request, uri: str) -> dict[str, Any]:
    item = {"name": "x", "kind": 5, "uri": uri, "range": WHOLE, "selectionRange": WHOLE}
    about = {"textDocument": {"uri": uri}}
    others: dict[str, dict[str, Any]] = {
        "documentLink/resolve": {"range": WHOLE, "data": {"uri": uri, "target": uri}},
        "codeLens/resolve": {"range": WHOLE, "data": {"uri": uri}},
        "completionItem/resolve": {"label": "x", "data": 0},
        "inlayHint/resolve": {"position": START, "label": "x", "data": 0},
        "textDocument/prepareTypeHierarchy": {**about, "position": START},
        "typeHierarchy/supertypes": {"item": item},
        "typeHierarchy/subtypes": {"item": item},
        "textDocument/selectionRange": {**about, "positions": [START]},
        "textDocument/rename": {**about, "position": START, "newName": "x"},
        "workspace/symbol": {"query": "x"},
        "workspace/willRenameFiles": {"files": [{"oldUri": uri, "newUri": f"{uri}.old"}]},
    }
    return others.get(request.method) or {**about, **test_any_file.REQUESTS[request.method]}


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request.method)
def test_a_handler_that_fails_is_an_error_and_the_server_lives_on(request_: Request, workspace: Path) -> None:
    wire = on(workspace)
    response = workspace / "response.sgml"
    uri = wire.open(response)
    params = params_of(request_, uri)
    module = import_module(f"{requests.__name__}.{request_.module}")
    with pytest.MonkeyPatch.context() as patch, failing(patch, module, request_.function):
        error = wire.ask(request_.method, params)["error"]
        assert (error["code"], "planted" in error["message"]) == (-32603, True)
    wire.replace(response, "</ENAMEX>", "")
    assert wire.rules(response) == ["unclosed-tag"]
    assert wire.ask(request_.method, params).get("error", {}).get("code") != -32603
