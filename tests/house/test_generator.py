"""How the generator of the clients' lists lays out values, and what it makes of a language without facts."""

import json

import pytest

from editors.generator import documents, neovim, vscode
from editors.generator.capabilities import capability_rows
from editors.generator.editor_commands import command_rows
from editors.generator.facts import Facts, facts_of
from editors.generator.files import CHECKOUT, MANIFEST
from editors.generator.layout import json_text, lua_text
from editors.generator.scoring_options import options_page
from keytally.families.family import Family, LanguageFacts, Task
from keytally.families.m2.family import FAMILY as M2
from keytally.families.registry import BUILT_IN

GOLD = "keytally.adjudicates"
PLAIN = LanguageFacts("plain", "Plain lines", M2.languages[0].reader, extensions=(".plain",))


@pytest.fixture
def facts() -> Facts:
    tasks = (Task("plain", "plain", "Accuracy"),)
    return facts_of([Family("plain", tasks, (PLAIN,), M2.evaluation, M2.options)])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([], "[]"),
        ({}, "{}"),
        ([["(", ")"]], '[["(", ")"]]'),
        ([["(", ")"], ["<", ">"]], '[\n  ["(", ")"],\n  ["<", ">"]\n]'),
        ([{"open": "("}], '[\n  {\n    "open": "("\n  }\n]'),
        ({"a": ["x" * 50, "y" * 45]}, f'{{\n  "a": ["{"x" * 50}", "{"y" * 45}"]\n}}'),
        ({"a": ["x" * 50, "y" * 46]}, f'{{\n  "a": [\n    "{"x" * 50}",\n    "{"y" * 46}"\n  ]\n}}'),
        ({"a": ["x" * 98], "b": 0}, f'{{\n  "a": ["{"x" * 98}"],\n  "b": 0\n}}'),
        ({"a": ["x" * 99], "b": 0}, f'{{\n  "a": [\n    "{"x" * 99}"\n  ],\n  "b": 0\n}}'),
        ("é\t", '"é\\t"'),
    ],
)
def test_json_is_laid_out_as_prettier_does(value: object, text: str) -> None:
    assert json_text(value) == text
    assert json.loads(text) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ((), "{}"),
        (("a", True, 0), "{ 'a', true, 0 }"),
        ({"id": "a", "a-b": 1}, "{\n  id = 'a',\n  ['a-b'] = 1,\n}"),
        ("it's", '"it\'s"'),
        ('it\'s "it"', "'it\\'s \"it\"'"),
        ("\t\\\N{BYTE ORDER MARK}\x01", "'\\t\\\\\\239\\187\\191\\001'"),
        (["x" * 54, "y" * 46], f"{{ '{'x' * 54}', '{'y' * 46}' }}"),
        (["x" * 54, "y" * 47], f"{{\n  '{'x' * 54}',\n  '{'y' * 47}',\n}}"),
    ],
)
def test_lua_is_laid_out_as_stylua_does(value: object, text: str) -> None:
    assert lua_text(value) == text


def test_tasks_with_the_same_options_share_a_section_of_the_page() -> None:
    same = M2._replace(tasks=(Task("first", "m2", "F"), Task("second", "m2", "F")))
    page = options_page([same])
    assert "\n## first, second\n" in page
    assert "\n| `beta` | a number | `0.5` | The weight of recall relative to precision in F. |\n" in page


def test_a_family_with_configurations_has_its_options_on_their_page() -> None:
    assert "| option |" not in options_page([family for family in BUILT_IN if family.configurations])


def test_a_language_without_facts_is_known_by_its_extensions(facts: Facts) -> None:
    contributed = {"keybindings": [], "menus": {"editor/context": []}, "configurationDefaults": {"a.b": 1}}
    made = json.loads(vscode.manifest(json.dumps({"contributes": contributed}), facts))["contributes"]
    assert made["languages"] == [
        {"id": "plain", "aliases": ["Plain lines", "plain"], "extensions": [".plain"]}
    ]
    assert made["grammars"] == []
    marked = {"editor.colorDecorators": False, "editor.inlayHints.maximumLength": 0}
    assert made["configurationDefaults"] == {"[plain]": marked, "a.b": 1}
    assert "extensions = { 'plain' }" in neovim.module(facts)
    (language,) = facts.languages
    assert vscode.language_configuration(language) == ""
    assert neovim.file_type_plugin(language) == ""


def test_conditions_name_the_languages_of_the_command(facts: Facts) -> None:
    entries = [
        {"command": "keytally.nextError", "when": "editorTextFocus && editorLangId == x"},
        {"command": "keytally.showPairs", "when": "editorLangId =~ /^(x|y-z)$/ && isMac"},
    ]
    contributed = {"keybindings": entries, "menus": {"editor/context": []}, "configurationDefaults": {}}
    made = json.loads(vscode.manifest(json.dumps({"contributes": contributed}), facts))["contributes"]
    assert [entry["when"] for entry in made["keybindings"]] == [
        "editorTextFocus && editorLangId == plain",
        "editorLangId == plain && isMac",
    ]


def test_the_folders_in_which_the_extension_starts_are_made_anew(facts: Facts) -> None:
    text = json.dumps(
        {
            "activationEvents": ["workspaceContains:**/old", "onWalkthrough:start"],
            "contributes": {"keybindings": [], "menus": {"editor/context": []}, "configurationDefaults": {}},
        }
    )
    events = json.loads(vscode.manifest(text, facts))["activationEvents"]
    assert "workspaceContains:**/keytally.toml" in events and "workspaceContains:**/old" not in events
    assert events[-1] == "onWalkthrough:start"


def test_a_table_stands_between_its_marks(facts: Facts) -> None:
    page = "before\n<!-- generated: tasks -->\nold\n<!-- end of generated section -->\nbehind\n"
    assert documents.with_tables(page, facts, ["tasks"]) == (
        "before\n<!-- generated: tasks -->\n\n"
        "| TASK | key and response | headline measure |\n| --- | --- | --- |\n"
        "| `plain` | Plain lines | Accuracy |\n\n<!-- end of generated section -->\nbehind\n"
    )
    assert "| `plain` | files of Plain lines |" in documents.with_tables(
        page.replace("tasks", "languages"), facts, ["languages"]
    )


def test_columns_of_a_table_are_as_wide_as_their_widest_cell_where_a_formatter_wants_that(
    facts: Facts,
) -> None:
    page = "<!-- generated: tasks -->\n<!-- end of generated section -->"
    rows = documents.with_tables(page, facts, ["tasks"], aligned=True).splitlines()[2:-2]
    assert rows == [
        "| TASK    | key and response | headline measure |",
        "| ------- | ---------------- | ---------------- |",
        "| `plain` | Plain lines      | Accuracy         |",
    ]


def test_a_command_has_a_row_with_its_keys() -> None:
    names = ("takeVariant", "acceptFromKey", "restart", "nextErrorByGain")
    bound = [
        *({"command": "keytally.takeVariant", "key": f"ctrl+alt+k {n}", "when": GOLD} for n in range(1, 10)),
        {"command": "keytally.acceptFromKey", "key": "ctrl+alt+k a", "when": f"x && !{GOLD}"},
        {"command": "keytally.acceptFromKey", "key": "tab", "when": "keytally.at"},
        {"command": "keytally.nextErrorByGain", "key": "ctrl+alt+k shift+g"},
    ]
    commands = [{"command": f"keytally.{name}"} for name in names]
    _, *rows = command_rows({"commands": commands, "keybindings": bound})
    assert [keys for _, keys, _ in rows] == [
        "`Ctrl+Alt+K 1` to `9` in a gold",
        "`Tab`, `Ctrl+Alt+K A`",
        "",
        "`Ctrl+Alt+K Shift+G`",
    ]


def test_a_capability_has_a_row_with_the_options_that_are_set() -> None:
    capabilities = {
        "renameProvider": {"prepareProvider": True, "workDoneProgress": False},
        "hoverProvider": True,
        "monikerProvider": False,
        "typing": {"first": ">", "more": [":", "\n"], "legend": {"types": ["a"]}},
        "encoding": "utf-16",
    }
    assert list(capability_rows(capabilities)) == [
        ("`encoding`", '`"utf-16"`'),
        ("`hoverProvider`", ""),
        ("`renameProvider`", "`prepareProvider`"),
        ("`typing`", '`first`: `">"`; `more`: `":"`, `"\\n"`; `legend.types`: `"a"`'),
    ]


def test_a_page_without_the_marks_is_an_error(facts: Facts) -> None:
    with pytest.raises(ValueError, match="generated: tasks"):
        documents.with_tables("a page", facts, ["tasks"])


def test_the_schema_of_keytally_toml_has_a_whole_address_once_the_repository_has_one(facts: Facts) -> None:
    """Extensions for TOML do not take an address that counts from the extension."""
    package = json.loads((CHECKOUT / MANIFEST).read_text(encoding="utf-8"))
    package.pop("repository", None)
    known = {"repository": {"url": "https://forge.example/people/keytally.git"}, "version": "1.2.0"}
    made = (vscode.manifest(json.dumps({**package, **more}), facts) for more in ({}, known))
    [shipped], [published] = (json.loads(each)["contributes"]["tomlValidation"] for each in made)
    name = "keytally.toml.schema.json"
    assert shipped == {"fileMatch": "keytally.toml", "url": f"./dist/{name}"}
    assert published["url"] == f"https://forge.example/people/keytally/raw/v1.2.0/docs/schemas/{name}"
