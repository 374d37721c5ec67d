"""The public surface: what is in it, and that no change of it goes without a line in the list of changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from release.surface import results
from release.surface.item import Item, item_of
from release.surface.snapshot import CHANGES, agreed, changed, open_section, surface, untold

TRIALS = Item("option", "keytally compare", "--trials", "takes 1, else 9999")
SEED = Item("option", "keytally compare", "--seed", "takes 1")
OPEN = """# Changes

## 0.2.0 (not released yet)

* `keytally compare --trials 99` is new.

## 0.1.0

* `keytally compare --seed 7` is new.
"""


def test_every_change_of_the_public_surface_is_told_in_the_list_of_changes() -> None:
    missing = untold(changed(agreed(), surface()), CHANGES.read_text(encoding="utf-8"))
    assert not missing, "name each of these as code in the open section of CHANGELOG.md"


def test_the_surface_is_the_same_each_time_and_tells_nothing_of_this_machine() -> None:
    first = surface()
    assert first == surface()
    assert not [item for item in first if " at 0x" in item.detail or "/tmp" in item.detail]


@pytest.mark.parametrize(
    ("kind", "owner", "name"),
    [
        ("command", "keytally", "score"),
        ("option", "keytally score", "--format"),
        ("option", "keytally-server", "--token-file"),
        ("function", "keytally", "compare"),
        ("parameter", "keytally.score", "task"),
        ("member", "keytally.ScoreResult", "values"),
        ("member", "keytally.ScoreResult", "warnings"),
        ("setting", "VS Code", "keytally.marks.enabled"),
        ("command", ":Keytally", "pairs"),
        ("mapping", "Neovim", "<Plug>(KeytallyNext)"),
        ("request", "keytally-server", "keytally/marks"),
        ("parameter", "keytally/marks", "textDocument"),
        ("notification", "keytally-server", "keytally/scored"),
        ("command", "keytally-server", "keytally.listPairs"),
        ("entry point", "keytally", "keytally.families"),
        ("field", "keytally.families.family.Task", "headline"),
        ("rule", "keytally", "unclosed-tag"),
        ("task", "muc", "named_entity"),
        ("scoring option", "m2", "compatible"),
        ("conversion", "keytally convert", "brat"),
        ("variable", "environment", "KEYTALLY_TOKEN"),
    ],
)
def test_each_kind_of_public_thing_is_in_it(kind: str, owner: str, name: str) -> None:
    assert (kind, owner, name) in {item[:3] for item in surface()}


def test_an_option_that_is_named_in_the_open_section_is_told() -> None:
    assert untold(changed([], [TRIALS]), OPEN) == []


def test_an_option_that_only_an_older_section_names_is_not() -> None:
    assert untold(changed([], [SEED]), OPEN) == [f"+ {SEED.line()}"]


def test_a_name_within_another_name_does_not_count() -> None:
    assert untold(changed([TRIALS._replace(name="--trial")], []), OPEN)


def test_a_default_that_changes_is_a_change() -> None:
    other = TRIALS._replace(detail="takes 1, else 999")
    assert changed([TRIALS], [other]) == [f"+ {other.line()}", f"- {TRIALS.line()}"]


def test_what_stays_is_no_change() -> None:
    assert changed([TRIALS, SEED], [SEED, TRIALS]) == []


def test_a_list_of_changes_without_an_open_section_tells_nothing() -> None:
    assert open_section(OPEN.replace(" (not released yet)", "")) == ""
    assert untold(changed([], [TRIALS]), OPEN.replace(" (not released yet)", ""))


@given(st.tuples(*[st.text("abc-_.{} ", min_size=1).map(str.strip).filter(bool)] * 4))
def test_a_line_of_the_snapshot_is_read_back(parts: tuple[str, str, str, str]) -> None:
    item = Item(*(" ".join(part.split()) for part in parts))
    assert item_of(item.line()) == item


def test_properties_of_a_schema_are_items_with_their_types() -> None:
    schema = {
        "type": "object",
        "required": ["task"],
        "properties": {
            "task": {"type": "string"},
            "systems": {
                "type": "array",
                "items": {"type": "object", "properties": {"f": {"$ref": "#/$defs/f"}}},
            },
        },
    }
    assert [*results._properties(schema, "compare", "")] == [
        Item("property", "compare", "task", "string, always"),
        Item("property", "compare", "systems", "array, sometimes"),
        Item("property", "compare/properties/systems/items", "f", "#/$defs/f, sometimes"),
    ]
