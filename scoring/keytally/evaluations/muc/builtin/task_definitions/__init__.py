"""The BNFs of the MUC template tasks, by name: one file each, with the ending `.bnf`."""

from pathlib import Path

_FOLDER = Path(__file__).parent
_ENDING = ".bnf"


def builtin_bnf_names() -> list[str]:
    """The names of the built-in BNFs, sorted."""
    names = (entry.name for entry in _FOLDER.iterdir())
    return sorted(name.removesuffix(_ENDING) for name in names if name.endswith(_ENDING))


def builtin_bnf(name: str) -> str:
    """The text of a built-in BNF; raises KeyError for a name that is none."""
    if name not in builtin_bnf_names():
        raise KeyError(name)
    return _FOLDER.joinpath(name + _ENDING).read_text(encoding="utf-8")
