"""Files of another task are refused: nothing in them could be scored."""

from pathlib import Path

import pytest

import keytally

GOLD = "S A cat sit : here 3 :: once .\nA 2 3|||Agr|||sits|||REQUIRED|||-NONE-|||0\n\n"
SENTENCES = "A cat sits here .\n"
ITEMS = "bright.a 1 :: clear 3;\n"
WORDS = "bright.a 1 :: clear\n"
ROWS = "1\tHe\tsubj\tHuman\n2\twent\tv\t\n"


def problem(folder: Path, task: str, key: str, response: str) -> str:
    """Why files of these texts cannot be scored."""
    for name, text in (("key", key), ("response", response)):
        (folder / name).write_text(text)
    with pytest.raises(keytally.KeytallyError) as caught:
        keytally.score(folder / "key", folder / "response", task=task)
    (line,) = caught.value.problems
    assert line.endswith(" in it; is it the right file?")
    return line.removeprefix(f"{folder}/").removesuffix(" in it; is it the right file?")


@pytest.mark.parametrize("task", ["lexsub-best", "lexsub-oot", "lexsub-mw"])
def test_a_file_without_items_is_no_gold_standard_of_lexical_substitution(task: str, tmp_path: Path) -> None:
    assert problem(tmp_path, task, GOLD, SENTENCES) == f"key: no item of {task} (lexelt id :: substitutes)"


def test_a_response_without_items_is_another_file(tmp_path: Path) -> None:
    assert problem(tmp_path, "lexsub-oot", ITEMS, SENTENCES) == (
        "response: no item of lexsub-oot (lexelt id ::: substitutes)"
    )


def test_a_file_without_source_sentences_is_no_gold_standard_of_m2(tmp_path: Path) -> None:
    assert problem(tmp_path, "m2", ITEMS, WORDS) == "key: no sentence (a line that starts with S and a blank)"


@pytest.mark.parametrize("task", ["cpa-parsing", "cpa-clustering", "cpa-slots"])
def test_a_file_without_columns_is_none_of_corpus_patterns(task: str, tmp_path: Path) -> None:
    said = problem(tmp_path, task, GOLD, SENTENCES)
    assert said.startswith(f"key: no line with the tab-separated columns of {task} (")


def test_a_response_without_columns_is_another_file(tmp_path: Path) -> None:
    assert problem(tmp_path, "cpa-parsing", ROWS, SENTENCES) == (
        "response: no line with the tab-separated columns of cpa-parsing "
        "(token id, token, syntactic tag, semantic type)"
    )
