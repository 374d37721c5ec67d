"""The JSON Schema of keytally.toml takes what keytally takes, and refuses what no file could make right."""

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from keytally.families import registry
from keytally.findings.all_rules import RULES
from keytally.project.schemas import schema_text
from keytally.project.toml_file import read_project
from keytally.project.toml_values import load_toml
from tests.house.tracked import CHECKOUT

SCHEMA = json.loads(schema_text("keytally.toml"))
VALIDATOR = Draft7Validator(SCHEMA)
BLOCK = re.compile(r"^```toml\n(.*?)^```", re.M | re.S)
PAIR = '[[pair]]\ntask = "named_entity"\nkey = "key.sgml"\nresponses = ["response*.sgml"]\n'
GOLD = '[[adjudication]]\ntask = "named_entity"\ngold = "gold"\nannotators = { anna = "a", ben = "b" }\n'


def refused(text: str) -> list[str]:
    """What the schema finds wrong in the text of a keytally.toml."""
    values = load_toml(text)
    assert isinstance(values, dict)
    return [error.message for error in VALIDATOR.iter_errors(values)]


def test_the_schema_is_one_of_its_dialect() -> None:
    Draft7Validator.check_schema(SCHEMA)


def test_the_schema_is_one_that_servers_of_toml_take() -> None:
    """Taplo refuses a relative `$id`; Tombi warns of names in a table without `additionalProperties`."""
    assert "$id" not in SCHEMA
    for table in ("pair", "adjudication"):
        assert SCHEMA["properties"][table]["items"]["properties"]["options"]["additionalProperties"] is True


@pytest.mark.parametrize(
    "path", sorted((CHECKOUT / "examples").glob("*/keytally.toml")), ids=lambda path: path.parent.name
)
def test_the_examples_are_taken(path: Any) -> None:
    assert refused(path.read_text(encoding="utf-8")) == []


PAGES = sorted((CHECKOUT / "docs").rglob("*.md"))
TABLES = [block for path in PAGES for block in BLOCK.findall(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("text", [each for each in TABLES if re.match(r"\[\[(pair|adjudication)\]\]", each)])
def test_what_the_documentation_shows_is_taken_where_keytally_takes_it(text: str) -> None:
    if not read_project(text).findings:
        assert refused(text) == []


@pytest.mark.parametrize(
    "text",
    [
        'par = "x"\n',
        PAIR + 'txts = "texts.sgml"\n',
        PAIR.replace("named_entity", "named_entities"),
        PAIR.replace('key = "key.sgml"\n', ""),
        PAIR.replace('"key.sgml"', '""'),
        PAIR.replace('"key.sgml"', "5"),
        PAIR + "options = { ne_allow_incorect = true }\n",
        PAIR + 'ontology = "ontology.json"\n',
        PAIR.replace("named_entity", "m2") + 'config = "muc6-ne"\n',
        GOLD.replace(', ben = "b"', ""),
        GOLD.replace('gold = "gold"\n', ""),
        GOLD.replace("named_entity", "lexsub-best"),
        '[rules]\nignore = ["no-such-rule"]\n',
        '[rules]\nseverity = { m2-line = "bad" }\n',
        '[rules]\nseverity = { no-such-rule = "off" }\n',
    ],
)
def test_what_is_wrong_in_itself_is_refused_by_both(text: str) -> None:
    assert read_project(text).findings
    assert refused(text)


@pytest.mark.parametrize(
    "line",
    [
        "options = { NE_Allow_Incorrect = true }",
        'options = { ne_allow_incorrect = "YES" }',
        'options = { stringfill_correct_comparison = "clean" }',
        'options = { premodifiers = ["a", "the"] }',
        'config = "muc6-ne"',
        'config = "own.config"',
    ],
)
def test_each_spelling_that_keytally_takes_is_taken(line: str) -> None:
    assert not read_project(PAIR + line).findings
    assert refused(PAIR + line) == []


VALUES = st.one_of(
    st.sampled_from(["yes", "no", "1", "0.5", "a b", "", "x"]), st.booleans(), st.integers(0, 9)
)


@st.composite
def stated(draw: st.DrawFn) -> dict[str, Any]:
    """A pair as somebody may state it, with options of its task and values right and wrong."""
    task = draw(st.sampled_from(sorted(registry.tasks())))
    table = registry.options_of(task).table
    options: Mapping[str, Any] = draw(
        st.dictionaries(st.sampled_from(sorted(table)), VALUES | st.lists(VALUES, max_size=2), max_size=2)
        if table
        else st.just({})
    )
    chosen = {
        name: draw(st.sampled_from(table[name].choices)) if table[name].choices else value
        for name, value in options.items()
    }
    parts = draw(
        st.dictionaries(st.sampled_from(["texts", "config", "bnf", "ontology", "input"]), VALUES, max_size=2)
    )
    return {"task": task, "key": "key", "responses": draw(VALUES), **parts, "options": chosen}


@given(stated())
def test_whatever_pair_keytally_takes_is_taken(pair: dict[str, Any]) -> None:
    lines = (f"{name} = {written(value)}" for name, value in pair.items())
    text = "\n".join(["[[pair]]", *lines, ""])
    if not read_project(text).findings:
        assert refused(text) == []


def written(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {written(each)}" for name, each in value.items()) + " }"
    return json.dumps(value)


def test_every_rule_and_every_task_is_completed() -> None:
    assert SCHEMA["definitions"]["rule"]["enum"] == sorted(RULES)
    assert SCHEMA["properties"]["pair"]["items"]["properties"]["task"]["enum"] == [*registry.tasks()]
