"""Where the corpora are."""

import os
from pathlib import Path

FOLDER = Path(os.environ.get("KEYTALLY_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data")
"""The folder that the environment names, else `../shared/data` beside the checkout; there may be none."""
