"""Every task whose headline is made from sums can be compared; the others are refused."""

import pickle
import shutil
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

import keytally
from keytally.runs.compare import TakenScore, Taking, compare

PAIRS = [
    ("named_entity", "named_entity", "key.sgml", "response.sgml"),
    ("coreference", "coreference", "key.sgml", "response.sgml"),
    ("template_element", "template_element", "key.tmpl", "response.tmpl"),
    ("lexical_substitution", "lexsub-best", "gold", "response.best"),
    ("lexical_substitution", "lexsub-oot", "gold", "response.oot"),
    ("lexical_substitution", "lexsub-mw", "mwgold", "response.mw"),
    ("m2", "m2", "gold.m2", "response.txt"),
    ("cpa", "cpa-parsing", "key", "response"),
]


@pytest.mark.parametrize(("example", "task", "key", "response"), PAIRS)
def test_a_response_and_its_copy_have_the_score_of_a_run_and_p_1(
    example: str, task: str, key: str, response: str, examples: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(examples / example, tmp_path / "example")
    original, copy = folder / response, folder / response.replace("response", "response2")
    (shutil.copytree if original.is_dir() else shutil.copy)(original, copy)
    found = compare(folder / key, [original, copy], task=task).comparison
    alone = keytally.score(folder / key, copy, task=task)
    assert [each.value for each in found.systems] == pytest.approx([alone.headline] * 2)
    assert [pair.p for pair in found.pairs] == [1.0]
    assert len(found.groups) == 1


def test_scores_that_depend_on_the_order_of_the_file_are_refused(examples: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(examples / "m2", tmp_path / "m2")
    shutil.copy(folder / "response.txt", folder / "other.txt")
    responses = [folder / "response.txt", folder / "other.txt"]
    with pytest.raises(keytally.KeytallyError, match="is not computed from sums over documents"):
        compare(folder / "gold.m2", responses, task="m2", options={"compatible": "3.2"})


def test_what_scores_a_response_can_be_sent_elsewhere(examples: Path) -> None:
    """An engine that spreads work over machines pickles functions and what they return."""
    folder = examples / "coreference"
    key, config = folder / "key.sgml", folder / "co.config"

    def elsewhere(takings: Sequence[Taking]) -> list[TakenScore]:
        sent: list[Taking] = pickle.loads(pickle.dumps(takings))
        found: list[TakenScore] = pickle.loads(pickle.dumps([taking() for taking in sent]))
        return found

    details = keytally.Details(changes=True, by="document")
    compared = partial(compare, key, [folder / "response.sgml", key], config=config, details=details)
    here, there = compared(), compared(spread=elsewhere)
    assert there.values == here.values


def test_keys_that_differ_are_told(examples: Path, tmp_path: Path) -> None:
    """Two configurations may name two keys."""
    folders = [shutil.copytree(examples / "coreference", tmp_path / name) for name in ("a", "b")]
    configs = [folder / "co.config" for folder in folders]
    with pytest.raises(
        keytally.KeytallyError, match=r"not comparable: key .*key\.sgml differs from .*key\.sgml"
    ):
        keytally.compare_configurations(configs)


@pytest.mark.parametrize("first", ["response.sgml", "elsewhere/response.sgml"])
def test_a_response_that_the_project_does_not_name_is_scored_as_the_one_that_it_names(
    first: str, examples: Path, tmp_path: Path
) -> None:
    """An earlier output, say, in another folder; alone it would be scored without the configuration."""
    folder = shutil.copytree(examples / "named_entity", tmp_path / "project")
    (folder / "elsewhere").mkdir()
    earlier = Path(shutil.copy(folder / "response.sgml", folder / "elsewhere"))
    responses = [folder / first, *{folder / "response.sgml", earlier} - {folder / first}]
    found = compare(folder / "key.sgml", responses).comparison
    stated = keytally.score(folder / "key.sgml", folder / "response.sgml")
    assert [each.value for each in found.systems] == pytest.approx([stated.headline] * 2)
    assert keytally.score(folder / "key.sgml", earlier).signature != stated.signature
