"""The records of `../shared/data/records`, and the programs' figures for them."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from keytally.families.records.programs.shared import Document

SHARED = Path(__file__).parents[5] / "shared" / "data" / "records"
DOCUBENCH = SHARED / "docubench"

needs_records = pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/data/records")


def records(path: Path) -> dict[str, Any]:
    """The records of a file by id."""
    found = {}
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            name = record.pop("id")
            found[name] = record.get("record", record)
    return found


def docubench_documents(system: str) -> list[Document]:
    """The documents of DocuBench with the response of a system."""
    key, response = records(DOCUBENCH / "key.jsonl"), records(DOCUBENCH / f"{system}.jsonl")
    return [
        (
            name,
            key[name],
            response.get(name),
            json.loads((DOCUBENCH / "schemas" / f"{name}.json").read_text()),
        )
        for name in key
    ]


def expected(program: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each system with the program's figures by document."""
    found = json.loads((DOCUBENCH / "expected.json").read_text(encoding="utf-8"))
    for system, figures in found.items():
        yield system, {name: each[program] for name, each in figures["documents"].items()}


def assert_close(found: dict[str, Any], wanted: dict[str, Any], place: Sequence[str]) -> int:
    """Fail where a figure differs in 12 digits; return how many were compared."""
    for name, value in wanted.items():
        assert found[name] == pytest.approx(value, rel=1e-12, abs=1e-12), (*place, name)
    return len(wanted)
