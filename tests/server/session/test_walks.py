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
    "named_entity/response.sgml",
    "named_entity_defects/response.sgml",
    "scenario_template/response.tmpl",
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
