"""Which files are generated, and what each of them holds."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path

from editors.generator import neovim, settings, vscode
from editors.generator.commands import commands_page
from editors.generator.completions import completions
from editors.generator.documents import with_tables
from editors.generator.facts import Facts, facts_of
from editors.generator.layout import json_text
from editors.generator.manuals import manuals
from editors.generator.pictures.explained import aligned_tags, counted_slots, cut_classes
from editors.generator.pictures.moving_score import moving_score
from editors.generator.rule_pages import rule_page, rules_index
from editors.generator.scoring_options import options_page
from editors.generator.tools import tools_page
from keytally.families.muc.configuration.options import render_page
from keytally.families.registry import BUILT_IN
from keytally.findings.all_rules import FAMILIES, RULES
from keytally.project.reach import PROJECT_FILE
from keytally.project.schemas import project_schema, schema_file_name

CHECKOUT = Path(__file__).resolve().parents[2]

MANIFEST = vscode.MANIFEST.relative_to(CHECKOUT).as_posix()
CONFIGURATIONS = "editors/vscode/languages"
LANGUAGES_TS = "editors/vscode/src/generated/languages.ts"
LANGUAGES_LUA = "editors/nvim/lua/keytally/languages.lua"
FILE_TYPE_PLUGINS = "editors/nvim/ftplugin"
SCHEMAS = "docs/schemas"
COMMANDS = "docs/reference/commands.md"
OPTIONS = "docs/reference/options.md"
TOOLS = "docs/reference/tools.md"
CONFIGURATION = "docs/configuration.md"
RULE_PAGES = "docs/rules"
PICTURES = "docs/images"
EXAMPLE = CHECKOUT / "examples" / "named_entity"

REWRITTEN: Mapping[str, Callable[[str, Facts], str]] = {
    MANIFEST: vscode.manifest,
    "editors/vscode/package.nls.json": lambda text, _: settings.texts(text),
    "editors/vscode/README.md": partial(
        with_tables, tables=["commands of VS Code", "settings"], aligned=True
    ),
    "editors/nvim/doc/keytally.txt": neovim.help_page,
    "docs/editors/others.md": partial(with_tables, tables=["languages"]),
    "docs/reference/protocol.md": partial(with_tables, tables=["capabilities"]),
    "docs/reference/settings.md": partial(
        with_tables, tables=["settings of all clients", "settings of VS Code", "commands of VS Code"]
    ),
    "docs/guide/scoring.md": partial(with_tables, tables=["tasks"]),
}
"""Partly generated files: each function takes the text of the file and the facts."""


@cache
def generated() -> Mapping[str, str]:
    """The text of every generated file by its name in the checkout, as that is when this is first asked."""
    facts = facts_of(BUILT_IN)
    return dict([*_whole(facts), *_rewritten(facts), *_rules(), *completions(), *manuals()])


def _whole(facts: Facts) -> Iterator[tuple[str, str]]:
    yield LANGUAGES_TS, vscode.module(facts)
    yield LANGUAGES_LUA, neovim.module(facts)
    yield f"{SCHEMAS}/{schema_file_name(PROJECT_FILE)}", f"{json_text(project_schema(BUILT_IN, RULES))}\n"
    yield COMMANDS, commands_page()
    yield OPTIONS, options_page(BUILT_IN)
    yield TOOLS, tools_page()
    yield CONFIGURATION, render_page()
    yield f"{PICTURES}/moving-score.svg", moving_score(EXAMPLE)
    yield f"{PICTURES}/aligned-tags.svg", aligned_tags()
    yield f"{PICTURES}/counted-slots.svg", counted_slots()
    yield f"{PICTURES}/cut-classes.svg", cut_classes()
    for language in facts.languages:
        if configuration := vscode.language_configuration(language):
            yield f"{CONFIGURATIONS}/{language.id}.json", configuration
        if plugin := neovim.file_type_plugin(language):
            yield f"{FILE_TYPE_PLUGINS}/{language.id}.lua", plugin


def _rules() -> Iterator[tuple[str, str]]:
    """The pages of all rules, and the one that lists them."""
    yield f"{RULE_PAGES}/index.md", rules_index(FAMILIES)
    for group in FAMILIES:
        for rule in group.rules:
            path = CHECKOUT / RULE_PAGES / f"{rule.name}.md"
            text = path.read_text(encoding="utf-8") if path.is_file() else ""
            yield f"{RULE_PAGES}/{path.name}", rule_page(text, rule, group)


def _rewritten(facts: Facts) -> Iterator[tuple[str, str]]:
    for name, rewrite in REWRITTEN.items():
        yield name, rewrite((CHECKOUT / name).read_text(encoding="utf-8"), facts)


def obsolete() -> list[Path]:
    """Files that were generated for languages that there are no more."""
    kept = {CHECKOUT / name for name in generated()}
    plugins = (CHECKOUT / FILE_TYPE_PLUGINS).glob("*.lua")
    configurations = (
        path
        for path in (CHECKOUT / CONFIGURATIONS).glob("*.json")
        if not path.name.endswith(vscode.GRAMMAR_ENDING)
    )
    return sorted({*plugins, *configurations} - kept)
