"""From difference to difference in every format: accepting and dropping ends with no difference left."""

import shutil
from pathlib import Path
from random import Random

import pytest

from tests.server.walker import Walker

RESPONSES = (
    "columns/response.bio",
    "conll/response.conll",
    "coreference/response.sgml",
    "corefud/response.conllu",
    "cpa/response/drift.parse",
    "cpa/response/drift.pat",
    "cpa/response/mend.clust",
    "lexical_substitution/response.best",
    "lexical_substitution/response.mw",
    "lexical_substitution/response.oot",
    "m2/response.txt",
    "m2_edits/response.m2",
    "named_entity/response.sgml",
    "named_entity_defects/response.sgml",
    "records/response.jsonl",
    "scenario_template/response.tmpl",
    "spans/response.json",
    "template_element/response.tmpl",
    "template_element_defects/response.tmpl",
    "template_json/response.json",
    "template_relation/response.tmpl",
)
SEEDS = 4


@pytest.fixture(params=RESPONSES)
def walker(request: pytest.FixtureRequest, examples: Path, tmp_path: Path) -> Walker:
    """The response of an example."""
    name, _, response = request.param.partition("/")
    folder = Path(shutil.copytree(examples / name, tmp_path / name))
    return Walker(folder, folder / response)


def assert_ended(walker: Walker) -> None:
    """No difference is left, and the score is 100, where there is such a score."""
    assert walker.left == 0
    if walker.live.pair.task != "lexsub-best":
        assert walker.live.headline() == pytest.approx(100)


def test_the_response_of_an_example_becomes_its_key(walker: Walker) -> None:
    before = walker.live.headline()
    walker.walk()
    assert_ended(walker)
    assert walker.live.headline() > before


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_response_becomes_the_key_from_any_state(walker: Walker, seed: int) -> None:
    chance = Random(seed)
    walker.scramble(chance, 2 + 3 * seed)
    walker.walk(chance)
    assert_ended(walker)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_relations_of_brat_become_those_of_the_key(examples: Path, tmp_path: Path, seed: int) -> None:
    for role in ("key", "response"):
        shutil.copytree(examples / "relations" / "brat", tmp_path / role)
    changes = {
        "harbour.ann": (
            "R1\temployed_by Arg1:T2 Arg2:T1\n",
            "R1\tin Arg1:T2 Arg2:T1\nR9\tin Arg1:T2 Arg2:T4\n",
        ),
        "bridge.ann": ("R2\tlives_in Arg1:T3 Arg2:T2\n", ""),
    }
    for name, (old, new) in changes.items():
        path = tmp_path / "response" / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
    pair = '[[pair]]\ntask = "relations"\nkey = "key"\nresponses = ["response"]\n'
    (tmp_path / "keytally.toml").write_text(pair)
    walker = Walker(tmp_path, tmp_path / "response" / "harbour.ann")
    assert walker.left == 3
    chance = Random(seed)
    walker.scramble(chance, 3 * seed)
    walker.walk(chance)
    assert_ended(walker)


def test_a_missing_relation_of_a_json_record_is_a_difference(examples: Path, tmp_path: Path) -> None:
    """It is not written: keytally writes relations into files of brat only."""
    folder = Path(shutil.copytree(examples / "relations", tmp_path / "relations"))
    walker = Walker(folder, folder / "response.jsonl")
    assert walker.left == 1
    stop = walker.next(walker.response, 0, inclusive=True)
    assert stop is not None and stop.message.startswith("missing: Theme ")
