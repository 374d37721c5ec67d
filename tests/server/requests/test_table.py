"""The table of requests names functions that are there and take what they are called with."""

import inspect
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import get_args, get_origin, get_type_hints

import pytest
from lsprotocol import types

from keytally_server import requests
from keytally_server.protocol.messages import (
    ANNOTATED,
    ERRORS,
    MARKS,
    NEXT,
    PROGRESS,
    AnnotatedParams,
    ErrorsParams,
    MarksParams,
    NextParams,
    ProgressParams,
)
from keytally_server.protocol.request_table import REQUESTS, Request
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot

OWN = {
    MARKS: MarksParams,
    ANNOTATED: AnnotatedParams,
    NEXT: NextParams,
    PROGRESS: ProgressParams,
    ERRORS: ErrorsParams,
}
PARAMS = {method: declared[2] for method, declared in types.METHOD_TO_TYPES.items()} | OWN
FILES = {path.stem for path in Path(str(requests.__file__)).parent.glob("*.py")}
HANDLERS = sorted(FILES - {"__init__"})
ANSWERS = ("answer_", "resolve_", "prepare_")


def module(name: str) -> ModuleType:
    return import_module(f"{requests.__name__}.{name}")


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request.method)
def test_the_function_takes_the_server_the_snapshot_and_the_params_of_its_method(request_: Request) -> None:
    handler = getattr(module(request_.module), request_.function)
    hints = get_type_hints(handler)
    assert hints.pop("return")
    about_a_file = {"snapshot": Snapshot} if request_.uri else {}
    assert list(inspect.signature(handler).parameters) == list(hints)
    assert hints == {"server": KeytallyServer, **about_a_file, "params": PARAMS[request_.method]}


def test_a_method_stands_in_the_table_once() -> None:
    methods = [request.method for request in REQUESTS]
    assert sorted(methods) == sorted(set(methods))


@pytest.mark.parametrize("name", HANDLERS)
def test_every_public_function_of_a_handler_file_answers_a_request(name: str) -> None:
    functions = inspect.getmembers(module(name), inspect.isfunction)
    own = {function for function, value in functions if value.__module__ == module(name).__name__}
    answering = {request.function for request in REQUESTS if request.module == name}
    assert {function for function in own if function.startswith(ANSWERS)} == answering


@pytest.mark.parametrize(
    "request_", [each for each in REQUESTS if each.uri is not None], ids=lambda request: request.method
)
def test_the_answer_without_a_snapshot_is_of_the_result_type_of_its_method(request_: Request) -> None:
    if request_.method in OWN:
        return
    nowhere = types.Range(types.Position(0, 0), types.Position(0, 0))
    lens, link = types.CodeLens(nowhere), types.DocumentLink(nowhere)
    answer = request_.without_snapshot(lens if request_.method == types.CODE_LENS_RESOLVE else link)
    result = get_type_hints(types.METHOD_TO_TYPES[request_.method][1])["result"]
    kinds = {get_origin(kind) or kind for kind in get_args(result) or (result,)}
    assert any(isinstance(answer, kind) for kind in kinds)
