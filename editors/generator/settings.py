"""The settings of all clients: what VS Code says of them, and the tables of the documentation."""

import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from keytally.findings.rule import Severity
from keytally_server.session.settings import DEFAULT_MEGABYTES

OFF = "off"
NAMES: Mapping[str, object] = MappingProxyType({"type": "array", "items": {"type": "string"}})
_GRADES = [*(severity.value for severity in Severity), OFF]
_NO_CHOICES: Mapping[str, str] = MappingProxyType({})
_PROGRAM = "machine-overridable"


class Setting(NamedTuple):
    """A setting: its name behind `keytally.`, its default, what it does, and what VS Code says of it.

    `schema` is its JSON Schema without default, `choices` says what each of its values means. `link` is added
    on the page of the documentation. `of_server` is set if the server reads it; else it is VS Code's alone.
    `scope` is that of VS Code's configuration; "" for its default.
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
        "show tallies above each document and at the head of the file",
        "Show the tallies of each document, and of the file, above it.",
    ),
    Setting(
        "inlayHints.enabled",
        True,
        "show missing tags as hints where they would stand",
        "Show where the response lacks a tag that the key has. "
        "(`#editor.inlayHints.enabled#` must be on as well.)",
    ),
    Setting(
        "chainPreview.enabled",
        False,
        "have every change of a coreference chain confirmed before it is made, where the client can",
        "Preview every change of a coreference chain before it is made.",
    ),
    Setting(
        "allowedFolders",
        (),
        "folders outside the workspace that `keytally.toml` and configurations may name files of; whole "
        "paths, or with `~`",
        "Folders outside the workspace whose files `keytally.toml` and configurations may name; whole "
        "paths, or with `~`.",
        NAMES,
        link=" ([why](../guide/pairing.md#what-is-read))",
        scope="machine",
    ),
    Setting(
        "maximumFileSize",
        DEFAULT_MEGABYTES,
        "the size in megabytes up to which files are read; files that are open or compared stay in memory, "
        "at several times their size",
        "The size in megabytes up to which files are read.",
        {"type": "number"},
        scope="machine",
    ),
    Setting(
        "rules.select",
        (),
        "only these rules; empty means all",
        "Names of the rules to check; empty: all of them.",
        NAMES,
        link=": [their names](../rules/index.md)",
        scope="resource",
    ),
    Setting(
        "rules.ignore", (), "not these rules", "Names of the rules not to check.", NAMES, scope="resource"
    ),
    Setting(
        "rules.severity",
        {},
        f"another severity for a rule: {', '.join(f'`{each}`' for each in _GRADES[:-1])} or `{OFF}`",
        'Severities other than the rules\' own, such as `{"tag-outside-section": "information"}`.',
        {"type": "object", "additionalProperties": {"type": "string", "enum": _GRADES}},
        scope="resource",
    ),
    Setting(
        "server.source",
        "bundled",
        "`bundled` is the server that comes with the extension, `installed` the one on `PATH`",
        "Which server is run where `#keytally.server.path#` is empty. An installed one is also run where no "
        "Python is found. Restart the server after a change (command *keytally: Restart the Server*).",
        {"type": "string"},
        {
            "bundled": "The server that comes with the extension, run by a Python 3.10 or later.",
            "installed": "The program keytally-server on PATH.",
        },
        of_server=False,
        scope=_PROGRAM,
    ),
    Setting(
        "server.python",
        "",
        "the Python that runs the server of the extension; empty means that it is looked for",
        "The Python that runs the server of the extension, as an absolute path; `~` and "
        "`${workspaceFolder}` are replaced. Empty: the interpreter that is chosen in the Python extension, "
        "else the first of PATH that is 3.10 or later.",
        {"type": "string"},
        of_server=False,
        scope=_PROGRAM,
    ),
    Setting(
        "server.path",
        "",
        "the command of an installed server; empty means that the client looks for one",
        "An installed program `keytally-server`, as an absolute path; `~` and `${workspaceFolder}` are "
        "replaced. Empty: as `#keytally.server.source#` says. Restart the server after a change (command "
        "*keytally: Restart the Server*).",
        {"type": "string"},
        of_server=False,
        scope=_PROGRAM,
    ),
    Setting(
        "server.arguments",
        (),
        "further arguments of the server's command",
        "Further arguments for the server.",
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
    """The settings as the manifest of VS Code lists them, in their order."""
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
    """package.nls.json with the sentences about settings made anew, where the first of them stands."""
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
    """A row of each setting for a table: its name, its default as JSON, and what it does."""
    yield "setting", "default", "what it does"
    for setting in chosen:
        told = setting.told + (setting.link if linked else "")
        yield f"`keytally.{setting.name}`", f"`{json.dumps(setting.default)}`", told
