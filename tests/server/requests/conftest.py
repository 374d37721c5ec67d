"""A client with both files of the example open, and all of it scored."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.wire import Wire, on


@pytest.fixture
def response(workspace: Path) -> Path:
    return workspace / "response.sgml"


@pytest.fixture
def key(workspace: Path) -> Path:
    return workspace / "key.sgml"


@pytest.fixture
def wire(workspace: Path, response: Path, key: Path) -> Iterator[Wire]:
    wire = on(workspace)
    wire.open(response)
    wire.open(key)
    wire.settle()
    yield wire
