"""The built-in configurations, by name: one file each, with the ending `.config`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_ENDING = ".config"

DEFAULT_NAMES = {
    "named_entity": "muc6-ne",
    "coreference": "muc6-co",
    "template_element": "muc6-te",
    "template_relation": "muc7-tr",
    "scenario_template": "muc6-st",
}
"""What a task is scored by where no configuration is named."""


def builtin_names() -> list[str]:
    """The names of the built-in configurations, sorted."""
    names = (entry.name for entry in _folder().iterdir())
    return sorted(name.removesuffix(_ENDING) for name in names if name.endswith(_ENDING))


def builtin_text(name: str) -> str:
    """The text of a built-in configuration; raises KeyError for a name that is none."""
    if name not in builtin_names():
        raise KeyError(name)
    return _folder().joinpath(name + _ENDING).read_text(encoding="utf-8")


def _folder() -> "Traversable":
    from importlib.resources import files  # noqa: PLC0415 - only what is built in pays for it

    return files(__name__)
