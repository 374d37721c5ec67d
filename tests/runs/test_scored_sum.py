"""What is scored in short says what a full run says, and is read in full where more is asked of it."""

from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main
from keytally.engine.live_pair import LivePair
from keytally.runs.request import request_for
from keytally.runs.score import score_request
from keytally.runs.score_result import ScoreResult

KEY = "Ann\tB-PER\nmet\tO\nBo\tB-PER\n\nThey\tO\nleft\tO\nBonn\tB-LOC\n"
RESPONSE = KEY.replace("Bo\tB-PER", "Bo\tB-LOC")


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    paths = tmp_path / "key.bio", tmp_path / "response.bio"
    for path, text in zip(paths, (KEY, RESPONSE), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def in_short(key: Path, response: Path, *, strict: bool = False) -> ScoreResult:
    request = request_for(
        key,
        response,
        task="entities",
        config=None,
        texts=None,
        options=None,
        encoding=None,
        strict=strict,
        allow=(),
    )
    return score_request(request, in_short=True)


def never(*_: object) -> list[str]:
    raise AssertionError("a document was scored")


def test_the_short_answers_need_no_document(pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    full = keytally.score(*pair, task="entities")
    monkeypatch.setattr(LivePair, "work", never)
    short = in_short(*pair)
    assert (short.headline, short.text(), short.warnings) == (full.headline, full.text(), full.warnings)


def test_all_else_is_that_of_a_full_run(pair: tuple[Path, Path]) -> None:
    full, short = keytally.score(*pair, task="entities"), in_short(*pair)
    assert short.values == full.values
    assert short.text(verbose=1) == full.text(verbose=1)
    assert short.marked() == full.marked()


def test_the_command_prints_the_same(
    pair: tuple[Path, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    full = keytally.score(*pair, task="entities").text()
    monkeypatch.setattr(LivePair, "work", never)
    for processes in ("1", "2"):
        assert main(["score", "--task", "entities", *map(str, pair), "-j", processes]) == 0
        assert capsys.readouterr().out == full


def test_what_is_left_out_is_told(pair: tuple[Path, Path]) -> None:
    pair[0].write_text(KEY.replace("B-LOC", "X"), encoding="utf-8")
    found = in_short(*pair)
    assert [line.partition(": ")[2] for line in found.warnings] == [
        "1 place in the key cannot be read: X is not a label; expected O, or one of B, I, M, E, L, S, U, W "
        "followed by a hyphen and a type [columns-label]"
    ]
    assert found.text() == keytally.score(*pair, task="entities").text()
    with pytest.raises(keytally.KeytallyError, match="cannot be read"):
        in_short(*pair, strict=True)


def test_another_number_of_sentences_is_refused(pair: tuple[Path, Path]) -> None:
    pair[1].write_text(f"{RESPONSE}\nMore\tO\n", encoding="utf-8")
    with pytest.raises(keytally.KeytallyError, match="3 sentences"):
        in_short(*pair)


def test_one_file_that_is_both_is_read(tmp_path: Path) -> None:
    both = tmp_path / "both.bio"
    both.write_text("Ann\tB-PER\tB-PER\nmet\tO\tO\nBo\tB-PER\tO\n", encoding="utf-8")
    assert in_short(both, both).text() == keytally.score(both, both, task="entities").text()
