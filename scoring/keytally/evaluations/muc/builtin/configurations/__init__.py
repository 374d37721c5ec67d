"""The built-in configurations, by name: one file each, with the ending `.config`."""

from pathlib import Path

_FOLDER = Path(__file__).parent
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
    names = (entry.name for entry in _FOLDER.iterdir())
    return sorted(name.removesuffix(_ENDING) for name in names if name.endswith(_ENDING))


def builtin_text(name: str) -> str:
    """The text of a built-in configuration; raises KeyError for a name that is none."""
    if name not in builtin_names():
        raise KeyError(name)
    return _FOLDER.joinpath(name + _ENDING).read_text(encoding="utf-8")
