"""The names of a record are told without a tree: those of a tree are among them, and no type besides."""

from hypothesis import given
from hypothesis import strategies as st

from keytally.families.template_json.records import names_of, role_name, type_name
from tests.families.template_json.formats.test_records import LANGUAGE, units_of
from tests.families.template_json.written import Document, documents, lines, one_object


@given(documents(), st.booleans())
def test_the_names_of_a_tree(content: Document, by_line: bool) -> None:
    unit = units_of(lines([content]) if by_line else one_object([content]))[-1]
    templates = unit.stated()
    types = {template.type or "" for template in templates}
    parts = {part.strip() for name in types for part in name.split("/")}
    roles = {role_name(role.name) for template in templates for role in template.roles}
    assert roles <= unit.names
    told = {each for each in unit.names if each.startswith(type_name(""))}
    assert told == set(map(type_name, types | parts))


def test_escapes_stand_for_what_they_mean() -> None:
    text = r'{"docid": "a", "templates": [{"incident\u005ftype": "a\u0062", "V\u0069ctim": []}]}'
    (template,) = LANGUAGE.read(text).stated()
    assert (template.type, template.roles[0].name) == ("ab", "Victim")
    assert {type_name("ab"), role_name("Victim")} <= names_of(text)


def test_a_mention_is_no_name() -> None:
    text = '{"docid": "a", "templates": [{"incident_type": "attack", "Victim": [["man"], ["", 3]]}]}'
    members = ("docid", "templates", "incident_type", "Victim")
    assert names_of(text) == {*map(role_name, members), type_name("attack")}
