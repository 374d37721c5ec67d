"""An option as a line of a configuration: parsed from `name=value`, or written with its values in quotes."""

from collections.abc import Sequence

from keytally.evaluations.muc.formats.config.parsing import parse
from keytally.evaluations.muc.model.configuration import ConfigurationError
from keytally.findings.spelling import shown


def parsed_override(argument: str) -> tuple[str, tuple[str, ...]]:
    """The option and values in `name=value`, parsed by the grammar; see `overrides`.

    Raises ConfigurationError if the argument does not have that form.
    """
    name, equals, rest = argument.partition("=")
    if not equals or not name or parse(f":{name}").lines[0].name != name:
        raise ConfigurationError([f"-O {shown(argument)}: write it as name=value"])
    unit = parse(f":{name} {rest}")
    if len(unit.lines) != 1 or not all(value.closed for value in unit.lines[0].values):
        raise ConfigurationError([f"-O {shown(argument)}: a quote is not closed, or a line follows"])
    return name, tuple(value.content for value in unit.lines[0].values)


def option_line(name: str, values: Sequence[str]) -> str:
    """The line that gives an option these values, each in quotes.

    Raises ConfigurationError for a name or a value that no line can hold.
    """
    if not name or name.split() != [name] or '"' in name or "'" in name:
        raise ConfigurationError([f"{shown(name)!r} is no name of an option"])
    return " ".join([f":{name}", *(_quoted(name, value) for value in values)])


def _quoted(name: str, value: str) -> str:
    quote = "'" if '"' in value else '"'
    if quote in value or "\n" in value or "\r" in value:
        raise ConfigurationError(
            [f"option {shown(name)}: a value cannot hold both kinds of quotes or a line's end"]
        )
    return f"{quote}{value}{quote}"
