"""Keeps failing cases as files, which pytest replays as ordinary tests (`tests/fuzz/test_seeds.py`)."""

import hashlib
import re
from pathlib import Path

from fuzz.case import Case, from_json, to_json

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "fuzz" / "seeds"


def keep(case: Case, kind: str, folder: Path = FOLDER) -> Path:
    """Write a case, named by its target and its failure."""
    slug = re.sub(r"[^a-z0-9]+", "-", kind.lower()).strip("-")[:60]
    text = to_json(case)
    digest = hashlib.sha256(text.encode()).hexdigest()[:6]
    path = folder / f"{case.target}-{slug}-{digest}.json"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def kept(folder: Path = FOLDER) -> list[Path]:
    """Every kept case, by name."""
    return sorted(folder.glob("*.json"))


def read(path: Path) -> Case:
    """A kept case."""
    return from_json(path.read_text(encoding="utf-8"))
