"""Coreference is told from what begins a document, or from brackets of chains."""

import pytest

from keytally.project.conventions import task_of

WORD = "1\tMarta\tMarta\tPROPN\tNNP\t_\t2\tnsubj\t_\t{}\n2\tspoke\tspeak\tVERB\tVBD\t_\t0\troot\t_\t_\n"
LONG_HEADER = "# newdoc id = d\n" + "# meta::summary = no entity is in it\n" * 300


@pytest.mark.parametrize(
    "text",
    [
        "#begin document (d); part 000\nMarta\t(1)\nspoke\t-\n",
        "#begin document d\nMarta (1)\n",
        "# a comment\r\n#begin document (d)\r\nMarta\t(1)\r\n",
        "d 0 0 Marta NNP (1)\nd 0 1 spoke VBD -\n",
        "d\t0\t0\tThe\t-\r\nd\t0\t1\tman\t2)|(1|(3)\r\n",
        f"{LONG_HEADER}# global.Entity = eid-etype-head-other\n" + WORD.format("_"),
        "# newdoc id = d\n" + WORD.format("Entity=(e1-person-1)"),
        WORD.format("_") + "\n" + WORD.format("SpaceAfter=No|Entity=(e1-person-1"),
        "# newdoc id = d\n" + WORD.format("_") + "2.1\t_\t_\tPRON\t_\t_\t_\t_\t2:nsubj\tEntity=(e1--1)\n",
    ],
)
def test_told_as_coreference(text: str) -> None:
    assert task_of(text) == "conll-coreference"


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("EU NNP I-NP B-ORG\n( ( O O\n) ) O O\n- : O O\n", "entities"),
        ("# global.columns = ID FORM MISC NER\n1\tMarta\tEntity=(1)\tB-PER\n", "entities"),
        ("-\tO\n(1)\tO\n", "entities"),
        (WORD.format("_"), None),
        (WORD.format("SpaceAfter=No"), None),
        ("d 0 0 Marta NNP (S*\nd 0 1 spoke VBD *)\n", None),
        ("d 0 0 Marta NNP -\n", None),
        ("- (1) one\n- (2) another\n", None),
        ("first (1)\nsecond (2)\n", None),
    ],
)
def test_not_told_as_coreference(text: str, task: str | None) -> None:
    assert task_of(text) == task
