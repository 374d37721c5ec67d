"""A response in M2 has the sentences of the key, in the same order (m2-source, m2-line-count)."""

import json
from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main
from keytally.runs.files import KeytallyError
from tests.families.m2.files import block

ONE, TWO, THREE = block("a b", "0 1 x"), block("c d"), block("e f")


def written(folder: Path, key: str, response: str) -> tuple[str, str]:
    """Write a project of two files, and return their names."""
    (folder / "keytally.toml").write_text(
        '[[pair]]\ntask = "m2-edits"\nkey = "key.m2"\nresponses = ["response.m2"]\n', encoding="utf-8"
    )
    for name, text in (("key.m2", key), ("response.m2", response)):
        (folder / name).write_text(text, encoding="utf-8")
    return str(folder / "key.m2"), str(folder / "response.m2")


def findings(folder: Path, capsys: pytest.CaptureFixture[str]) -> list[tuple[str, int, int, str]]:
    """Return the findings that `keytally check` prints."""
    main(["check", str(folder), "--format", "json"])
    return [
        (each["rule"], *each["range"]["start"].values(), each["message"])
        for each in json.loads(capsys.readouterr().out)
    ]


@pytest.mark.parametrize(
    ("key", "response", "line", "place"),
    [
        (ONE + TWO + THREE, ONE + THREE, 4, "2 sentences in the response and 3 in the key"),
        (ONE + THREE, ONE + TWO + THREE, 4, "3 sentences in the response and 2 in the key"),
        (ONE + TWO, ONE, 1, "1 sentence in the response and 2 in the key"),
        (ONE, ONE + TWO, 4, "2 sentences in the response and 1 in the key"),
    ],
)
def test_another_number_of_sentences_is_an_error(
    key: str, response: str, line: int, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = written(tmp_path, key, response)
    message = f"{place}; they differ from here on"
    with pytest.raises(KeytallyError, match=message) as error:
        keytally.score(*files)
    assert f"response.m2:{line}:" in str(error.value)
    assert findings(tmp_path, capsys) == [("m2-line-count", line, 1, message)]


@pytest.mark.parametrize(
    ("response", "column", "message"),
    [
        (block("c x"), 5, 'the key has "d" here, not "x"'),
        (block("c"), 1, "this sentence has 1 token, but the key's has 2"),
        (block("c d e"), 1, "this sentence has 3 tokens, but the key's has 2"),
    ],
)
def test_a_sentence_that_differs_is_reported(
    response: str, column: int, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = written(tmp_path, ONE + TWO, ONE + response)
    assert findings(tmp_path, capsys) == [("m2-source", 4, column, message)]
    assert main(["score", *files, "--strict"]) != 0
    warned = capsys.readouterr().err
    assert "response.m2:4: 1 sentence of the response" in warned and f"{message} [m2-source]" in warned


def test_sentences_are_the_same_whatever_separates_their_tokens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, ONE + TWO, ONE + TWO.replace("c d", "c  d"))
    assert findings(tmp_path, capsys) == []
