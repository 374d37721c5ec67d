"""The table of options: hover, completion, validation and the documentation page all read it."""

from collections.abc import Iterable

from keytally.evaluations.muc.formats.config.manual_task_options import TASK_OPTIONS
from keytally.evaluations.muc.formats.config.manual_text_options import TEXT_OPTIONS
from keytally.evaluations.muc.formats.config.own_options import OWN_OPTIONS
from keytally.evaluations.options import Kind, Option

MANUAL_OPTIONS = (*TASK_OPTIONS, *TEXT_OPTIONS)

OPTIONS: dict[str, Option] = {option.name: option for option in (*MANUAL_OPTIONS, *OWN_OPTIONS)}

REQUIRED = tuple(name for name, option in OPTIONS.items() if option.default is None)

_BY_LOWER_NAME = {name.lower(): option for name, option in OPTIONS.items()}

_TAKES = {
    Kind.TEXT: "text",
    Kind.CHARACTER: "one character",
    Kind.CHOICE: "one of",
    Kind.FLAG: "`no`, or anything else for yes",
    Kind.NAME: "a name",
    Kind.FILE: "a file name",
    Kind.LIST: "a list of strings",
    Kind.CLASSES: "a list of strings of four words",
    Kind.SLOTS: "a list of strings of six words",
    Kind.SUBTASKS: "a list of strings of three words",
    Kind.GROUPS: "a list of strings of two or more words",
}

_PAGE_START = """
# MUC configuration files

A configuration file tells the scorer how to compare a key with a response. It is a list of options:
a colon in the first column of a line, at once followed by the option's name, then its values.

```
; named entities of one system
:scoring_task   named_entity
:key_file       keys
:response_file  "my responses"
:class_defs     "enamex enamex scored 0"
                "timex timex scored 0"
:slot_defs      "enamex type type scored 4 set"
                "timex type type scored 4 set"
```

* Values are separated by blanks and may go on over lines. A value with blanks in it stands in single
  or double quotes.
* A line that starts with a semicolon is a comment.
* The case of option names, and of names of classes, slots and attributes, does not count.
* Of an option that takes one value the last line counts. Lists add up over lines; the first line
  takes the place of the default.
* Every option can also be given as `-O name=value` on the command line, which is read as a line
  behind the file's, or in the `options` table of `keytally.toml`. The first such use of a list takes
  the place of the file's list.
* An option that there is not is an error with `-O`; in a file it is the warning
  [unknown-option](rules/unknown-option.md), since the MUC scorer passes over it.
* File names are relative to the configuration's folder.
* Files are read in the configuration's own folder and below, in its repository, and in the folder that is
  open in the editor. A configuration of an older installation may name another place, such as
  `:muc_base_directory "/corpora/muc6/"`: allow it with `--allow /corpora/muc6`, or in the editor with
  `keytally.allowedFolders` ([why](guide/pairing.md#what-is-read)). Names that you give with `-O` are read
  anywhere.
* Where no configuration is named, the built-in one of the task counts: `muc6-ne`, `muc6-co`, `muc6-te`,
  `muc7-tr` or `muc6-st`; of a key whose documents are numbered by `DOCID` alone `muc7-ne` or `muc7-co`.
  Templates with a BNF of their own have the one that `keytally init --bnf FILE` prints, see
  [Which files belong together](guide/pairing.md#a-bnf-and-no-configuration).
""".strip()

_MANUAL_START = "## Options of the MUC scorer"
_OWN_START = """
## Options of keytally's own

The MUC scorer's manual leaves some points open. These options choose between the readings; the
first value is the default.
""".strip()


def find_option(name: str) -> Option | None:
    """The option of that name, in any case; None if there is none."""
    return _BY_LOWER_NAME.get(name.lower())


def default_value(option: Option) -> str:
    """The default of a single-valued option; empty if there is none."""
    return option.default[0] if option.default else ""


def render_documentation(option: Option) -> str:
    """The documentation of an option as Markdown: its values, its default, and its meaning."""
    return f"`:{option.name}` takes {_taken(option)}. {_default(option)}\n\n{option.documentation}"


def render_page() -> str:
    """The whole documentation of configuration files, as a Markdown page."""
    parts = [_PAGE_START, _MANUAL_START, *_sections(MANUAL_OPTIONS), _OWN_START, *_sections(OWN_OPTIONS)]
    return "\n\n".join(parts) + "\n"


def _sections(options: Iterable[Option]) -> list[str]:
    return [f"### {option.name}\n\n{render_documentation(option)}" for option in options]


def _taken(option: Option) -> str:
    choices = ", ".join(f"`{choice}`" for choice in option.choices)
    takes = "a list of" if option.choices and option.kind is Kind.LIST else _TAKES[option.kind]
    return f"{takes} {choices}".rstrip()


def _default(option: Option) -> str:
    if option.default is None:
        return "It must be given."
    values = " ".join(f"`{_written(value)}`" for value in option.default)
    return f"Default: {values}." if values else "Default: none."


def _written(value: str) -> str:
    return value if value and " " not in value else f'"{value}"'
