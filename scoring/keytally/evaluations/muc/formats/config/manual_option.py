"""An entry of the MUC scorer's manual, "Main Configuration File Format"."""

from keytally.evaluations.options import Kind, Option


def manual_option(
    name: str,
    kind: Kind,
    default: tuple[str, ...] | None,
    documentation: str,
    choices: tuple[str, ...] = (),
) -> Option:
    """An option of the manual; its documentation may begin and end with line ends."""
    return Option(name, kind, default, documentation.strip(), choices)
