"""What is held of a file goes when the file is closed."""

import gc
import shutil
from pathlib import Path
from weakref import ref

import pytest

from keytally.adjudication import gold_findings
from keytally.adjudication.states import DocumentState
from keytally_server.protocol import scores
from tests.server.wire import on


@pytest.mark.long
@pytest.mark.parametrize("many", [0, 1_000_000])
def test_nothing_is_held_of_a_closed_file(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    """Whether or not its pair was large enough to be kept out of the way of garbage collection."""
    monkeypatch.setattr(scores, "MANY", many)
    wire = on(workspace)
    uri = wire.open(workspace / "response.sgml")
    wire.settle()
    assert wire.of("keytally/scored")
    reading = wire.server.session.engine.reading(workspace / "response.sgml")
    assert reading is not None
    held, reading = ref(reading), None
    wire.close_file(uri)
    wire.settle()
    assert held() is None


def test_the_objects_of_a_large_pair_are_out_of_the_way_while_it_lives(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scores, "MANY", 0)
    wire = on(workspace)
    gc.freeze()
    before = gc.get_freeze_count()
    uri = wire.open(workspace / "response.sgml")
    wire.settle()
    assert gc.get_freeze_count() > before
    wire.open(workspace / "alone.sgml", "<DOC></DOC>")
    wire.close_file((workspace / "alone.sgml").as_uri())
    wire.settle()
    assert gc.get_freeze_count() > before
    wire.close_file(uri)
    wire.settle()
    gc.unfreeze()


@pytest.fixture
def gold(tmp_path: Path, examples: Path) -> Path:
    """A gold of two documents, judged after it was read, in a folder with its annotators' files."""
    folder = Path(shutil.copytree(examples / "adjudication_named_entity", tmp_path / "folder"))
    return Path(shutil.copy(folder / "anna.sgml", folder / "gold.sgml"))


def states() -> list[DocumentState]:
    """The states of documents that garbage collection scans."""
    return [each for each in gc.get_objects() if isinstance(each, DocumentState)]


@pytest.mark.long
@pytest.mark.parametrize("many", [0, 1_000_000])
def test_what_is_judged_after_the_score_is_out_of_the_way_if_it_is_much(
    gold: Path, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr(scores, "MANY", many)
    monkeypatch.setattr(gold_findings, "AT_ONCE", 1)
    gc.collect()
    before = len(states())
    wire = on(gold.parent)
    uri = wire.open(gold)
    wire.settle()
    assert wire.of("keytally/adjudicated")
    assert (len(states()) > before) == (many > 0)
    wire.close_file(uri)
    wire.settle()
    gc.unfreeze()
    assert len(states()) == before


def test_no_garbage_is_collected_while_files_are_opened(workspace: Path) -> None:
    wire = on(workspace)
    wire.open(workspace / "response.sgml")
    assert not gc.isenabled()
    wire.settle()
    assert gc.isenabled()
    wire.replace(workspace / "response.sgml", "</ENAMEX>", "")
    assert gc.isenabled()


def test_nothing_is_held_of_a_server_that_is_used_no_more(workspace: Path) -> None:
    wire = on(workspace)
    wire.open(workspace / "response.sgml")
    wire.settle()
    wire.about("textDocument/documentSymbol", workspace / "response.sgml")
    server, session = ref(wire.server), ref(wire.server.session)
    del wire
    gc.collect()
    assert server() is None
    assert session() is None
