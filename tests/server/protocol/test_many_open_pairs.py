"""What an edit costs does not depend on how many other pairs are open."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from keytally_server.protocol.lifecycle import FileWatcher
from keytally_server.protocol.server import KeytallyServer
from tests.calls import calls_counted
from tests.server.wire import Wire, on

DOCUMENT = '<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX> met\n</TXT>\n</DOC>\n'
MANY = (1, 16, 64)
SLACK = 1.05
"""Paths may have the same hash, and equal languages of several files are compared where one is looked up."""


def opened(folder: Path, pairs: int, *, keys_too: bool) -> Wire:
    """A server with so many pairs open in one folder, and all scored."""
    wire = on(folder)
    for number in range(pairs):
        for side in ("key", "response"):
            path = folder / f"{number:02}.{side}.sgml"
            path.write_text(DOCUMENT)
    for number in range(pairs):
        for side in ("key", "response")[not keys_too :]:
            wire.open(folder / f"{number:02}.{side}.sgml")
    wire.settle()
    return wire


def calls_of_an_edit(wire: Wire, path: Path) -> Counter[str]:
    """The calls that one character and all that follows from it make; the second one, when all is warm."""
    wire.replace(path, "met", "met ", 2)
    wire.settle()
    wire.sent.clear()
    with calls_counted() as counts:
        wire.replace(path, "met", "met ", 3)
        wire.settle()
    assert 3 in [scored["version"] for scored in wire.of("keytally/scored")]
    return counts


@pytest.mark.long
@pytest.mark.parametrize("watches", [False, True], ids=["the client watches", "the server watches"])
@pytest.mark.parametrize("keys_too", [False, True], ids=["responses", "both sides"])
def test_an_edit_costs_the_same_in_one_pair_and_in_many(
    tmp_path: Path, *, keys_too: bool, watches: bool
) -> None:
    found = []
    for many in MANY:
        folder = tmp_path / str(many)
        folder.mkdir()
        wire = opened(folder, many, keys_too=keys_too)
        with watching(wire.server) if watches else nullcontext():
            found.append(calls_of_an_edit(wire, folder / "00.response.sgml"))
    for counts in found[1:]:
        assert counts.total() <= SLACK * found[0].total(), counts - found[0]


def test_opening_a_file_compares_no_pair_with_all_others(tmp_path: Path) -> None:
    found = []
    for many in MANY:
        folder = tmp_path / str(many)
        folder.mkdir()
        wire = opened(folder, many, keys_too=True)
        path = folder / "00.response.sgml"
        wire.close_file(path.as_uri())
        wire.settle()
        with calls_counted() as counts:
            wire.open(path)
        found.append(counts["keytally.project.pair.__eq__"])
    assert found == found[:1] * len(MANY)


@contextmanager
def watching(server: KeytallyServer) -> Iterator[None]:
    """Let the server itself watch the files, as for a client that cannot."""
    watcher = FileWatcher(server)
    asyncio.run(watcher.start())
    server.on_change.append(watcher.files_changed)
    yield
    watcher.stop()
