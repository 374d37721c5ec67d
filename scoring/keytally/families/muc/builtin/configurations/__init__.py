"""The built-in configurations, by name: one file each, with the ending `.config`."""

from pathlib import Path

from keytally.text.files import package_file_names, package_text

_FOLDER = Path(__file__).parent
_ENDING = ".config"

DEFAULT_NAMES = {
    "named_entity": "muc6-ne",
    "coreference": "muc6-co",
    "template_element": "muc6-te",
    "template_relation": "muc7-tr",
    "scenario_template": "muc6-st",
}
"""The default configuration of each task."""


def builtin_names() -> list[str]:
    """Return the names of the built-in configurations, sorted."""
    names = package_file_names(_FOLDER)
    return sorted(name.removesuffix(_ENDING) for name in names if name.endswith(_ENDING))


def builtin_text(name: str) -> str:
    """Return the text of a built-in configuration; raises KeyError for an unknown name."""
    if name not in builtin_names():
        raise KeyError(name)
    return package_text(_FOLDER / (name + _ENDING))
