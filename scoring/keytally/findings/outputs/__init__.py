"""The output formats of findings: one module a format, found by name.

A format is a function from checked files to the whole output, which ends with a line end unless it is empty.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from keytally.findings.located import CheckedFile

FORMATS = ("full", "concise", "json", "github", "gitlab", "sarif")

Format = Callable[[Sequence["CheckedFile"]], str]


def format_named(name: str) -> Format:
    """The function that writes findings in the format `name`, one of `FORMATS`."""
    module = import_module(f"keytally.findings.outputs.{name}")
    write: Format = module.write
    return write
