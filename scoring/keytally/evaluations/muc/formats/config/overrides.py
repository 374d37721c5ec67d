"""Options that come after a configuration, as `-O` gives them."""

import re

_PLAIN = re.compile(r"""([\w-]+)=([^\s"']+)""")


def read_override(argument: str) -> tuple[str, tuple[str, ...]]:
    """The option and values that `name=value` gives; the value reads as the rest of a line.

    Raises ConfigurationError where the argument is not of that form.
    """
    if plain := _PLAIN.fullmatch(argument):
        return plain[1], (plain[2],)
    from keytally.evaluations.muc.formats.config.option_line import parsed_override  # noqa: PLC0415 - the parser takes longer to load than most commands to run

    return parsed_override(argument)
