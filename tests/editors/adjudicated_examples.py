"""Examples of adjudication in a workspace: with an empty gold, and with what becomes of it.

What becomes of the gold of `examples/adjudication_NAME` is `adjudicated/NAME` with its extension.
Beside them stand a gold that lacks a slot of which no annotator has all fills, and the texts of the trial, as
they are and as they are to be annotated.
"""

import re
import shutil
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
ADJUDICATED = Path(__file__).parent / "adjudicated"
ADDING = Path(__file__).parent / "adding"
TRIAL = Path(__file__).parent / "trial"
TRIED = {"entities": ("named_entity", "muc6-ne"), "chains": ("coreference", "muc6-co")}
_TAG = re.compile(r"</?(?:ENAMEX|TIMEX|NUMEX|COREF)\b[^>]*>")


def copy_examples(workspace: Path) -> None:
    """Put each example into a folder of its own, with an empty gold and the text `expected` of it."""
    for expected in ADJUDICATED.iterdir():
        name = f"adjudication_{expected.stem}"
        example = Path(shutil.copytree(EXAMPLES / name, workspace / name))
        (example / f"gold{expected.suffix}").write_bytes(b"")
        shutil.copy(expected, example / f"expected{expected.suffix}")
    shutil.copytree(ADDING, workspace / ADDING.name)


def copy_walked(workspace: Path) -> None:
    """Put each example with a response into a folder of its own below `walk`."""
    for example in sorted(EXAMPLES.iterdir()):
        if (example / "keytally.toml").is_file() and not example.name.startswith("adjudication"):
            shutil.copytree(example, workspace / "walk" / example.name)


def copy_trial(workspace: Path) -> None:
    """Put each text of the trial into folders of its own: annotated as key, bare as response."""
    for name, (task, configuration) in TRIED.items():
        key = (TRIAL / f"{name}.sgml").read_text("utf-8")
        pair = (
            f'task = "{task}"\nkey = "key.sgml"\nresponses = ["response.sgml"]\nconfig = "{configuration}"\n'
        )
        for folder in (workspace / f"{place}_{name}" for place in ("trial", "mouse", "keys", "random")):
            folder.mkdir()
            (folder / "key.sgml").write_text(key, "utf-8")
            (folder / "response.sgml").write_text(_TAG.sub("", key), "utf-8")
            (folder / "keytally.toml").write_text(f"[[pair]]\n{pair}", "utf-8")
