"""The built-in configurations and BNFs of the MUC tasks, each in its own file, by name."""

from pathlib import Path

from keytally.text.files import package_file_names, package_text

_FOLDER = Path(__file__).parent

DEFAULT_NAMES = {
    "named_entity": "muc6-ne",
    "coreference": "muc6-co",
    "template_element": "muc6-te",
    "template_relation": "muc7-tr",
    "scenario_template": "muc6-st",
}
"""The default configuration of each task."""


def builtin_names() -> list[str]:
    """Return the sorted names of the built-in configurations."""
    return _names("configurations", ".config")


def builtin_text(name: str) -> str:
    """Return the text of a built-in configuration; raises KeyError for an unknown name."""
    return _text("configurations", name, ".config")


def builtin_bnf_names() -> list[str]:
    """Return the sorted names of the built-in BNFs."""
    return _names("task_definitions", ".bnf")


def builtin_bnf(name: str) -> str:
    """Return the text of a built-in BNF; raises KeyError for an unknown name."""
    return _text("task_definitions", name, ".bnf")


def _names(folder: str, ending: str) -> list[str]:
    names = package_file_names(_FOLDER / folder)
    return sorted(name.removesuffix(ending) for name in names if name.endswith(ending))


def _text(folder: str, name: str, ending: str) -> str:
    if name not in _names(folder, ending):
        raise KeyError(name)
    return package_text(_FOLDER / folder / (name + ending))
