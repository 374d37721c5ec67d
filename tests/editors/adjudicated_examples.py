"""Examples of adjudication in a workspace: with an empty gold, and with what becomes of it.

What becomes of the gold of `examples/adjudication_NAME` is `adjudicated/NAME` with its extension.
"""

import shutil
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
ADJUDICATED = Path(__file__).parent / "adjudicated"


def copy_examples(workspace: Path) -> None:
    """Put each example into a folder of its own, with an empty gold and the text that is `expected` of it."""
    for expected in ADJUDICATED.iterdir():
        name = f"adjudication_{expected.stem}"
        example = Path(shutil.copytree(EXAMPLES / name, workspace / name))
        (example / f"gold{expected.suffix}").write_bytes(b"")
        shutil.copy(expected, example / f"expected{expected.suffix}")
