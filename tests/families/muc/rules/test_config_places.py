"""Places of a configuration that a finding names besides its own."""

from keytally.families.muc.configuration.resolution import read_config

CLASSES = """\
:scoring_task scenario_template
:class_defs
    "post post scored 0"
    "person person scored 0"
:slot_defs
    "post person person scored 1 person"
    "person name name scored 1 string"
"""


def pointed_out(text: str) -> list[tuple[str, str]]:
    """The message of each such place, and the line on which it begins from there on."""
    unit = read_config(text)
    related = [each for finding in unit.findings for each in finding.related]
    assert all(each.unit is unit for each in related)
    return [(each.message, text[each.start :].splitlines()[0]) for each in related]


def test_what_is_declared_before_is_pointed_out() -> None:
    text = CLASSES.replace("post person person scored 1 person", "post person person scored 1 string")
    again = ":class_defs 'POST post scored 1'\n:slot_defs 'person NAME name scored 2 string'\n"
    assert pointed_out(text + again) == [
        ("the first declaration", 'post post scored 0"'),
        ("the first definition", 'name name scored 1 string"'),
    ]


def test_a_class_that_is_to_stand_before_is_pointed_out() -> None:
    assert pointed_out(CLASSES) == [("person is declared here", 'person person scored 0"')]


def test_classes_that_are_to_stand_behind_are_pointed_out() -> None:
    person = '    "person person scored 0"\n'
    more = f'    "event event scored 0"\n{person}:slot_defs\n    "event who who scored 1 person"\n'
    assert pointed_out(CLASSES.replace(person, "").replace(":slot_defs\n", more)) == [
        ("event is declared here", 'event event scored 0"'),
        ("post is declared here", 'post post scored 0"'),
    ]
