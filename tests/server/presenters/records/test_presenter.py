"""Records in the editors: pictures of a file with a cursor in it."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from keytally.engine.engine import Engine
from keytally.families import registry
from keytally.families.contract import Role, Settings
from keytally.project.pair import Pair
from keytally_server.answers import CodeActionKind, RenameError, combined
from keytally_server.presenters.records import RecordsPresenter
from keytally_server.requests.code_actions import code_actions
from keytally_server.requests.completion import completions
from keytally_server.requests.hover import hover
from keytally_server.session.snapshot import Snapshot
from tests.server.desk import applied, snapshot_of, without_cursor

KEY, RESPONSE = Path("/w/key.jsonl"), Path("/w/response.jsonl")
SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "shop": {"type": "string", "description": "The name of the shop."},
            "kind": {"enum": ["receipt", "invoice"]},
            "paid": {"type": "boolean"},
            "tags": {"type": "array", "items": {"enum": ["new", "old"]}},
            "items": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "name": {"type": "string"},
                        "price": {
                            "type": "number",
                            "x-keytally-compare": {"compare": "number", "tolerance": "1%"},
                        },
                    },
                },
            },
        },
    }
)
GOLD = (
    '{"id": "a", "shop": "Wren", "kind": "receipt", '
    '"items": [{"name": "tea", "price": 2}, {"name": "bun", "price": 2}]}\n'
)


@dataclass(frozen=True)
class Desk:
    """A file of records with a cursor in it."""

    snapshot: Snapshot
    text: str
    place: int

    def said(self) -> str:
        """The hover's text."""
        found = hover(self.snapshot, self.place)
        return found.markdown if found else ""

    def offered(self) -> list[str]:
        return [each.text for each in completions(self.snapshot, self.place)]

    def completed(self) -> str:
        """The text after the first completion."""
        first = completions(self.snapshot, self.place)[0]
        return self.text[: first.start] + first.text + self.text[first.end :]

    def renamed(self, name: str) -> str:
        at = self.snapshot.unit_at(self.place)
        assert RecordsPresenter().renamable(self.snapshot, at) is not None
        return applied(self.text, RecordsPresenter().rename(self.snapshot, at, name))


def desk(picture: str, key: str = GOLD, role: Role = Role.RESPONSE) -> Desk:
    """A file with a cursor, scored; the picture is the key in the role of a key."""
    text, place, _ = without_cursor(picture)
    engine = Engine()
    engine.open(KEY, text if role is Role.KEY else key)
    engine.open(RESPONSE, key if role is Role.KEY else text)
    settings = Settings(companions={"schema.json": SCHEMA})
    live = engine.add_pair(Pair("records", KEY, RESPONSE), registry.evaluation("records", settings))
    live.work()
    return Desk(snapshot_of(engine, KEY if role is Role.KEY else RESPONSE, role, live), text, place)


def response(fields: str) -> str:
    return f'{{"id": "a", {fields}}}\n'


def test_a_value_has_both_values_its_comparator_and_the_partner_of_its_item() -> None:
    said = desk(response('"items": [{"name": "bun", "price": 2‸.5}]')).said()
    assert "**INC** incorrect `items[].price 2.5 (key: 2)`" in said
    assert "`items[].price`, compared by number (tolerance=1%)" in said
    assert "Item 1 of `items[]`: aligned with item 2 of the key, 1 of 2 values correct." in said


def test_the_next_best_partner() -> None:
    said = desk(response('"items": [‸{"name": "tea", "price": 2}]')).said()
    assert "aligned with item 1 of the key, 2 of 2 values correct. Next best: item 2, 1 correct." in said
    said = desk(response('"items": [{"name": "x‸", "price": 7}]')).said()
    assert "Item 1 of `items[]`: not aligned; it shares no correct value with a free item of the key." in said


def test_a_key_has_the_partner_in_the_response() -> None:
    said = desk(GOLD.replace('"bun"', '"b‸un"'), response('"items": [{"name": "bun"}]'), Role.KEY).said()
    assert "Item 2 of `items[]`: aligned with item 1 of the response, 1 of 2 values correct." in said


def test_a_name_has_the_description_of_the_schema() -> None:
    assert "The name of the shop." in desk(response('"sh‸op": "x"')).said()


@pytest.mark.parametrize(
    ("picture", "offered"),
    [
        (response('"shop": "x", "‸"'), ['"kind": ', '"paid": ', '"tags": []', '"items": []']),
        (response('"shop": "x", "‸": 1'), ['"kind"', '"paid"', '"tags"', '"items"']),
        (response('"items": [{"price": 2, "n‸"}]'), ['"name": ']),
        (response('"kind": ‸'), ['"receipt"', '"invoice"']),
        (response('"kind": "re‸ceipt", "shop": "x"'), ['"receipt"', '"invoice"']),
        (response('"paid": ‸'), ["true", "false"]),
        (response('"shop": "‸"'), []),
        (response('"tags": ["new", "‸"]'), ['"new"', '"old"']),
        (response('"tags": [‸]'), ['"new"', '"old"']),
        ('{"id": "a", "kind": "‸', ['"receipt"', '"invoice"']),
    ],
)
def test_completion(picture: str, offered: list[str]) -> None:
    assert desk(picture).offered() == offered


def test_a_completion_replaces_the_whole_string() -> None:
    found = desk(response('"kind": "in‸voice", "shop": "x"'))
    assert found.completed() == response('"kind": "receipt", "shop": "x"')


def test_a_missing_field_is_added_at_its_mark() -> None:
    text = response(
        '"kind": "receipt", "items": [{"name": "tea", "price": 2}, {"name": "bun"‸}], "shop": "Wren"'
    )
    found = desk(text)
    (action,) = [
        each
        for each in code_actions(found.snapshot, found.place, found.place)
        if each.kind is CodeActionKind.ACCEPT_FROM_KEY
    ]
    assert action.title == "Add the missing items[].price: 2"
    after = json.loads(applied(found.text, combined(action)))
    assert after["items"] == [{"name": "tea", "price": 2}, {"name": "bun", "price": 2}]


def test_a_field_is_renamed_in_all_records() -> None:
    line = '{"id": "b", "items": [{"n": "x"}, {"n": "y"}], "n": "z"}\n'
    found = desk(response('"items": [{"‸n": "tea"}]') + line)
    after = [json.loads(each) for each in found.renamed("name").splitlines()]
    assert after == [
        {"id": "a", "items": [{"name": "tea"}]},
        {"id": "b", "items": [{"name": "x"}, {"name": "y"}], "n": "z"},
    ]
    with pytest.raises(RenameError):
        desk(response('"items": [{"‸n": "tea", "name": 1}]')).renamed("name")
    with pytest.raises(RenameError):
        desk(response('"‸n": 1')).renamed(" ")
