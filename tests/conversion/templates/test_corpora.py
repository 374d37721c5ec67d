"""MUC-4's keys and responses: converted, they have the same figures, and what is written comes back."""

import json
from pathlib import Path
from typing import Any

import pytest

import keytally

pytestmark = pytest.mark.corpora

ALSO = {"also": ["gtt,ceaf-rme"]}


@pytest.mark.long
@pytest.mark.parametrize("number", [1, 4, 9, 16])
def test_templates_as_json_have_the_figures_of_the_objects(
    corpora: Path, tmp_path: Path, number: int
) -> None:
    """The measures that `also` reports of objects are those of their roles."""
    files = corpora / "st" / "key", corpora / "st" / f"response{number}"
    config = corpora / "st" / f"config{number}"
    objects = keytally.score(*files, task="scenario_template", config=config, options=ALSO).values
    made = [tmp_path / f"{file.name}.jsonl" for file in files]
    for file, output in zip(files, made, strict=True):
        keytally.convert([file], "template-json", output=output).write()
    roles = keytally.score(*made, task="template-filling").values["scores"]
    totals = objects["metrics"]["totals"]
    for name in ("gtt", "ceaf_rme_subset", "ceaf_rme_phi3"):
        assert totals[name]["counts"] == roles[name]["counts"]


def stated(path: Path) -> dict[str, Any]:
    """The templates of each document with plain mentions, each once, and with the roles that are filled."""
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {
        record["docid"]: [
            {name: _plain(value) for name, value in template.items() if value}
            for template in record["templates"]
        ]
        for record in records
    }


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return value
    texts = ([each if isinstance(each, str) else each[0] for each in entity] for entity in value)
    return [[*dict.fromkeys(each)] for each in texts]


def test_templates_as_json_come_back(corpora: Path, tmp_path: Path) -> None:
    """But for the offsets nothing is lost in between."""
    key = corpora / "template-json" / "key.jsonl"
    first = keytally.convert([key], "muc-templates", output=tmp_path / "a.tmpl")
    first.write()
    assert [line for line in first.losses if "the offsets of" not in line] == []
    second = keytally.convert([tmp_path / "a.tmpl"], "template-json", output=tmp_path / "a.jsonl")
    second.write()
    assert second.losses == []
    assert stated(tmp_path / "a.jsonl") == stated(key)
