"""Key and response in one file: the file tells it, and no option is needed."""

from pathlib import Path

import pytest

from keytally.families.columns.model import responses_to
from keytally.families.columns.rules import in_one
from keytally.project.discovery import discover
from keytally.runs.score import score

BOTH = "Ann NNP B-PER B-PER\nKory NNP I-PER I-PER\nVale NNP B-LOC B-ORG\n\nPort NNP B-LOC O\nwon VBD O O\n"
CHUNKS = "Ann NNP B-NP B-PER\nwon VBD B-VP O\n"
PAIR = '[[pair]]\ntask = "entities"\nkey = "out.txt"\nresponses = ["out.txt"]\n'

TOLD = {
    "two columns of labels": (BOTH, "IOB2 together"),
    "the key's scheme": (BOTH.replace("B-LOC", "U-LOC").replace("I-PER I", "L-PER I"), "BILOU together"),
    "chunks before entities": (CHUNKS, None),
    "one column of labels": (BOTH.replace("B-PER B-PER", "NN B-PER"), None),
    "no token beside": ("B-PER B-PER\n", None),
    "a line that is short": (BOTH + "left O O\n", None),
    "no entity": ("Ann X O O\n", None),
    "nothing": ("", None),
}


@pytest.mark.parametrize(("text", "told"), TOLD.values(), ids=TOLD)
def test_a_file_tells_that_it_is_both(text: str, told: str | None) -> None:
    assert in_one("entities", text) == told


@pytest.mark.parametrize("name", ["out.bio", "a.b.iob2", "monkey.bio", "OUT.BILOU"])
def test_a_name_without_a_role_may_be_both(name: str) -> None:
    assert responses_to(name, [name]) == (name,)


@pytest.mark.parametrize(
    "name", ["key.bio", "a.key.bio", "response.bio", "a.response2.iob", "a.rsp.bio", "out.txt"]
)
def test_other_names_are_paired_as_ever(name: str) -> None:
    assert responses_to(name, [name]) is None


def test_the_score_needs_no_option(tmp_path: Path) -> None:
    """As conlleval reads it: the key's labels stand before the response's."""
    file = tmp_path / "out.txt"
    file.write_text(BOTH)
    told = score(file, file).totals
    assert (told["correct"], told["proposed"], told["gold"]) == (1, 2, 3)
    apart = score(file, file, options={"layout": "apart"}).totals
    assert (apart["correct"], apart["proposed"], apart["gold"]) == (2, 2, 2)


def test_a_file_that_is_both_is_a_pair_by_its_name(tmp_path: Path) -> None:
    for name, text in {"out.bio": BOTH, "chunks.bio": CHUNKS, "train.bio": "Ann B-PER\n"}.items():
        (tmp_path / name).write_text(text)
    found = [(pair.key.name, pair.response.name, pair.configuration) for pair in discover(tmp_path).pairs]
    assert found == [("out.bio", "out.bio", "IOB2 together")]


def test_keytally_toml_states_one_without_an_option(tmp_path: Path) -> None:
    (tmp_path / "out.txt").write_text(BOTH)
    (tmp_path / "keytally.toml").write_text(PAIR)
    (pair,) = discover(tmp_path).pairs
    assert pair.configuration == "IOB2 together"
