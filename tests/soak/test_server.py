"""The server of the soak is used as an editor uses it; what it says is measured and forgotten."""

import shutil
from pathlib import Path

import pytest

from benchmarks.corpora.subjects import SUBJECTS
from soak import memory, open_pairs, shares
from soak.server import Server, last_words, objects, typed


def test_what_is_typed_is_taken_away_again(examples: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(examples / "named_entity", tmp_path / "ne"))
    server, response = Server(folder), folder / "response.sgml"
    server.open_file(response)
    before = server.text(response)
    assert len(typed(server, response, last_words(before)[0], "xyz")) == 2
    assert server.text(response) == before
    assert (server.sent, server.failed) == ([], [])
    server.shut(response)
    assert server.open_files == []


def test_running_text_is_where_is_typed() -> None:
    assert last_words("<DOC>\n\nsome words\nab\n") == [(2, 5)]


@pytest.mark.long
def test_memory_of_a_short_soak_is_told() -> None:
    rows = list(memory.report(1000, 3000))
    assert [row.name.split(",")[0].strip() for row in rows] == [
        "memory after 1",
        "memory",
        "objects",
        "keystroke",
        "requests answered with an error",
    ]
    assert rows[-1].figure == 0
    assert rows[0].figure > 1
    assert objects() > 1000


def test_open_pairs_are_told_by_their_count() -> None:
    rows = list(open_pairs.report([1, 2], 2000))
    assert [row.name for row in rows] == [
        "keystroke with 1 pairs open",
        "  against 1",
        "keystroke with 2 pairs open",
        "  against 1",
    ]


def test_one_document_has_its_share_of_the_file() -> None:
    for subject in SUBJECTS:
        large = shares.one_document(subject, 20_000)
        assert 15_000 < len(large.key) < 30_000
        assert large.key.count("99000001") and "95000001" not in large.key
