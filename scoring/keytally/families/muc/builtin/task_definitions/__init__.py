"""The BNFs of the MUC template tasks, by name: one file each, with the ending `.bnf`."""

from pathlib import Path

from keytally.text.files import package_file_names, package_text

_FOLDER = Path(__file__).parent
_ENDING = ".bnf"


def builtin_bnf_names() -> list[str]:
    """Return the names of the built-in BNFs, sorted."""
    names = package_file_names(_FOLDER)
    return sorted(name.removesuffix(_ENDING) for name in names if name.endswith(_ENDING))


def builtin_bnf(name: str) -> str:
    """Return the text of a built-in BNF; raises KeyError for an unknown name."""
    if name not in builtin_bnf_names():
        raise KeyError(name)
    return package_text(_FOLDER / (name + _ENDING))
