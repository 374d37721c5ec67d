"""The settings of all clients: their descriptions in VS Code and in the tables of the documentation."""

import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from keytally.findings.finding import Severity
from keytally_server.session.settings import DEFAULT_MEGABYTES

OFF = "off"
NAMES: Mapping[str, object] = MappingProxyType({"type": "array", "items": {"type": "string"}})
_GRADES = [*(severity.value for severity in Severity), OFF]
_NO_CHOICES: Mapping[str, str] = MappingProxyType({})
_PROGRAM = "machine-overridable"


class Setting(NamedTuple):
    """A setting: its name after `keytally.`, its default, its description, and its description in VS Code.

    `schema` is its JSON Schema without default; `choices` describes each of its values. `link` is added on
    the documentation page. `of_server` is set if the server reads it; otherwise only VS Code does. `scope` is
    the scope in VS Code's configuration; "" for the default scope.
    """

    name: str
    default: object
    told: str
    in_vscode: str
    schema: Mapping[str, object] = MappingProxyType({"type": "boolean"})
    choices: Mapping[str, str] = _NO_CHOICES
    link: str = ""
    of_server: bool = True
    scope: str = ""


SETTINGS = (
    Setting(
        "marks.enabled",
        True,
        "show marks on tags and fills",
        "Mark every tag and fill of key and response as correct, partially correct, incorrect, missing or "
        "spurious.",
    ),
    Setting(
        "codeLens.enabled",
        True,
        "show tallies above each document and at the top of the file",
        "Show tallies above each document and at the top of the file.",
    ),
    Setting(
        "inlayHints.enabled",
        True,
        "show missing tags as inlay hints at their positions",
        "Show tags that are missing from the response as inlay hints at their positions. "
        "`#editor.inlayHints.enabled#` must also be on.",
    ),
    Setting(
        "chainPreview.enabled",
        False,
        "preview every change of a coreference chain before it is applied, if the client supports it",
        "Preview every change of a coreference chain before it is applied.",
    ),
    Setting(
        "allowedFolders",
        (),
        "directories outside the workspace whose files `keytally.toml` and configurations may refer to; "
        "absolute paths, or paths that start with `~`",
        "Directories outside the workspace whose files `keytally.toml` and configurations may refer to; "
        "absolute paths, or paths that start with `~`.",
        NAMES,
        link=" ([why](../guide/pairing.md#what-is-read))",
        scope="machine",
    ),
    Setting(
        "maximumFileSize",
        DEFAULT_MEGABYTES,
        "maximum size in megabytes of files to read; open and compared files stay in memory, at several "
        "times their size",
        "Maximum size in megabytes of files to read.",
        {"type": "number"},
        scope="machine",
    ),
    Setting(
        "rules.select",
        (),
        "rules to check; empty means all",
        "Names of the rules to check. Empty: all rules.",
        NAMES,
        link=": [their names](../rules/index.md)",
        scope="resource",
    ),
    Setting("rules.ignore", (), "rules to ignore", "Names of the rules to ignore.", NAMES, scope="resource"),
    Setting(
        "rules.severity",
        {},
        f"severities of individual rules: {', '.join(f'`{each}`' for each in _GRADES[:-1])} or `{OFF}`",
        'Severities of individual rules, such as `{"tag-outside-section": "information"}`.',
        {"type": "object", "additionalProperties": {"type": "string", "enum": _GRADES}},
        scope="resource",
    ),
    Setting(
        "server.source",
        "bundled",
        "`bundled` is the server included in the extension, and `installed` is the one on `PATH`",
        "The server to run if `#keytally.server.path#` is empty. If no Python is found, an installed server "
        "is run. Restart the server after a change (command *keytally: Restart Server*).",
        {"type": "string"},
        {
            "bundled": "The server included in the extension, which needs Python 3.11 or later.",
            "installed": "The program keytally-server on PATH.",
        },
        of_server=False,
        scope=_PROGRAM,
    ),
    Setting(
        "server.runtime",
        "auto",
        "how the included server is run: `python`, `wasm` (the included WebAssembly), or `auto`, which is "
        "Python if there is one",
        "How the included server is run. Restart the server after a change (command *keytally: Restart "
        "Server*).",
        {"type": "string"},
        {
            "auto": "Python 3.11 or later, otherwise the included WebAssembly. Python is faster.",
            "python": "Python 3.11 or later.",
            "wasm": "The included WebAssembly (Pyodide), which needs no Python.",
        },
        of_server=False,
        scope=_PROGRAM,
    ),
    Setting(
        "server.python",
        "",
        "the Python that runs the included server; empty means that the extension searches for one",
        "Absolute path of the Python that runs the included server; `~` and `${workspaceFolder}` are "
        "expanded. Empty: the interpreter selected in the Python extension, otherwise the first Python 3.11 "
        "or later on `PATH`.",
        {"type": "string"},
        of_server=False,
        scope=_PROGRAM,
    ),
    Setting(
        "server.path",
        "",
        "the command of an installed server; empty means that the client searches for one",
        "Absolute path of an installed `keytally-server`; `~` and `${workspaceFolder}` are expanded. Empty: "
        "the server selected by `#keytally.server.source#`. Restart the server after a change (command "
        "*keytally: Restart Server*).",
        {"type": "string"},
        of_server=False,
        scope=_PROGRAM,
    ),
    Setting(
        "server.arguments",
        (),
        "additional arguments of the server's command",
        "Additional arguments for the server.",
        NAMES,
        of_server=False,
        scope=_PROGRAM,
    ),
    Setting(
        "trace.server",
        OFF,
        "log the messages between editor and server",
        "Log the messages between the editor and the server in the output channel *keytally*.",
        {"type": "string", "enum": [OFF, "messages", "verbose"]},
        of_server=False,
        scope="window",
    ),
)


def properties() -> dict[str, dict[str, Any]]:
    """Return the settings for the manifest of VS Code, in order."""
    return {
        f"keytally.{setting.name}": _property(number, setting) for number, setting in enumerate(SETTINGS, 1)
    }


def _property(number: int, setting: Setting) -> dict[str, Any]:
    key = f"setting.{setting.name}"
    choices: Mapping[str, object] = {}
    if setting.choices:
        told = [f"%{key}.{choice}%" for choice in setting.choices]
        choices = {"enum": [*setting.choices], "enumDescriptions": told}
    stated = {**setting.schema, **choices, "default": setting.default, "order": number}
    scope = {"scope": setting.scope} if setting.scope else {}
    return {**stated, **scope, "markdownDescription": f"%{key}%"}


def texts(text: str) -> str:
    """Return package.nls.json with regenerated descriptions of settings, in place of the old ones."""
    present: dict[str, str] = json.loads(text)
    first = next(number for number, key in enumerate(present) if key.startswith(_KEY))
    others = [each for each in present.items() if not each[0].startswith(_KEY)]
    made = [*others[:first], *_sentences(), *others[first:]]
    return json.dumps(dict(made), indent=2, ensure_ascii=False) + "\n"


_KEY = "setting."


def _sentences() -> Iterator[tuple[str, str]]:
    for setting in SETTINGS:
        yield f"{_KEY}{setting.name}", setting.in_vscode
        yield from ((f"{_KEY}{setting.name}.{choice}", told) for choice, told in setting.choices.items())


def rows(chosen: Sequence[Setting], *, linked: bool) -> Iterator[tuple[str, str, str]]:
    """Yield the table row of each setting: its name, its default as JSON, and its effect."""
    yield "Setting", "Default", "Effect"
    for setting in chosen:
        told = setting.told + (setting.link if linked else "")
        yield f"`keytally.{setting.name}`", f"`{json.dumps(setting.default)}`", told
