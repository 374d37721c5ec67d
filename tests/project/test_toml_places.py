"""Every entry of a TOML text is found where it stands."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.project.toml_values import EntryPath, TomlProblem, entry_places, load_toml, unquoted

TEXT = """# [[pair]] in a comment
[[pair]]
task = "named_entity"   # a comment
responses = [
  "a.sgml", # one
  'b.sgml',
]
options = { x.y = "yes", "two words" = [1, 2.5] }

[[pair]]
key = '''k'''
[pair.options]
depth = 1979-05-27 07:32:00

[rules.severity]
missing-docno = \"\"\"off\"\"\"
"""


def at(path: EntryPath) -> str:
    place = entry_places(TEXT)[path].value
    return TEXT[place.start : place.end]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("pair", 0), "pair"),
        (("pair", 0, "task"), '"named_entity"'),
        (("pair", 0, "responses", 1), "'b.sgml'"),
        (("pair", 0, "options", "x", "y"), '"yes"'),
        (("pair", 0, "options", "two words", 1), "2.5"),
        (("pair", 1, "key"), "'''k'''"),
        (("pair", 1, "options"), "pair.options"),
        (("pair", 1, "options", "depth"), "1979-05-27 07:32:00"),
        (("rules", "severity", "missing-docno"), '"""off"""'),
    ],
)
def test_values_stand_where_the_text_has_them(path: EntryPath, value: str) -> None:
    assert at(path) == value


def test_keys_stand_where_the_text_has_them() -> None:
    key = entry_places(TEXT)["pair", 0, "options", "two words"].key
    assert TEXT[key.start : key.end] == '"two words"'


BARE = st.text("abcXYZ019_-", min_size=1, max_size=4)
QUOTED = st.sampled_from(['"a b"', "'c.d'", '"#"', r'"\""', '""', "'='"])
STRINGS = st.sampled_from(
    ['""', "''", '"]"', "'}'", r'"\\"', '"""a"b""c"""', "'''it's'''", '"""x""""', '"""\n# [a]\n"""', '"é\\n"']
)
SCALARS = STRINGS | st.sampled_from(["1", "-2.5e3", "true", "1979-05-27 07:32:00", "0xff"])


def array(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    gap = st.sampled_from([",", " , ", ",\n# [x]\n", "\n,\t"])
    return st.tuples(st.lists(values, max_size=3), gap).map(lambda v: "[ " + v[1].join(v[0]) + " ]")


def inline(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    entries = st.dictionaries(BARE | QUOTED, values, max_size=3)
    return entries.map(lambda e: "{ " + ", ".join(f"{k} = {v}" for k, v in e.items()) + " }")


VALUES = st.recursive(SCALARS, lambda inner: array(inner) | inline(inner), max_leaves=6)
LINES = st.tuples(BARE | QUOTED, VALUES).map(lambda entry: f"{entry[0]} = {entry[1]} # c\n")
HEADERS = st.tuples(st.booleans(), st.lists(BARE | QUOTED, min_size=1, max_size=3)).map(
    lambda h: f"[[ {' . '.join(h[1])} ]]\n" if h[0] else f"[{'.'.join(h[1])}]\r\n"
)


@given(st.lists(LINES | HEADERS | st.just("\n"), max_size=8).map("".join))
def test_what_stands_at_a_place_is_the_value_that_the_standard_reader_reads(text: str) -> None:
    values = load_toml(text)
    if isinstance(values, TomlProblem):
        return
    found = entry_places(text)
    for path, value in leaves(values, ()):
        place = found[path].value
        assert tomllib.loads("x = " + text[place.start : place.end]) == {"x": value}


def leaves(value: Any, path: EntryPath) -> list[tuple[EntryPath, Any]]:
    if isinstance(value, dict) and value:
        return [leaf for name, inner in value.items() for leaf in leaves(inner, (*path, name))]
    if isinstance(value, list) and value:
        return [leaf for index, inner in enumerate(value) for leaf in leaves(inner, (*path, index))]
    return [] if isinstance(value, dict | list) else [(path, value)]


def test_a_quoted_key_is_the_name_that_it_stands_for() -> None:
    assert unquoted(r'"a\tb"') == "a\tb"


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("a = 1\nb = @", 10),
        ("a = 1\r\nb = @", 11),
        ("a = [1", 6),
        ("é = 1", 0),
        ("a = 1\na = 2", 6),
        ("a = " + "9" * 5000, 0),
    ],
)
def test_what_is_no_toml_is_told_with_its_place(text: str, offset: int) -> None:
    problem = load_toml(text)
    assert isinstance(problem, TomlProblem)
    assert abs(problem.offset - offset) <= 5
    assert "line" not in problem.message


def test_deep_nesting_is_a_problem_and_no_crash() -> None:
    assert isinstance(load_toml("a = " + "[" * 100_000), TomlProblem)
