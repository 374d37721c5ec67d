"""All that an engine tells of its pair, for tests that compare an edited one with a fresh one."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from keytally.engine.engine import Engine
from keytally.families.contract import Role

KEY, RESPONSE = Path("/key"), Path("/response")
FAR = 100_000
"""More lines than any file of these tests has."""

Edit = tuple[Path, int, int, str]
"""A file, an offset, a number of characters there, and the text in their place."""


def everything(engine: Engine) -> dict[str, Any]:
    """Reports, totals, findings with their fixes, and marks of the first pair, scored to its end."""
    live = engine.pairs[0]
    live.work()
    marks = {role: list(live.marks(role, 0, FAR)) for role in (Role.KEY, Role.RESPONSE)}
    return {
        "json": live.evaluation.report_json(live.scores()),
        "text": live.evaluation.report_text(live.scores(), 1),
        "totals": live.totals(),
        "findings": [
            [
                (each.finding.message, each.start, each.end, each.finding.edits)
                for each in engine.findings(path)
            ]
            for path in (KEY, RESPONSE)
        ],
        "marks": {
            role: [(mark.start, mark.end, mark.mark.status, mark.mark.label) for mark in some]
            for role, some in marks.items()
        },
    }


def edited(engine: Engine, edits: Iterable[Edit]) -> tuple[str, str]:
    """Edit the files of an engine, scoring after each edit; returns the texts of the key and the response."""
    for path, start, length, new in edits:
        size = len(engine.source(path).buffer)
        engine.edit(path, [(min(start, size), min(start + length, size), new)])
        engine.pairs[0].work()
    return engine.source(KEY).text, engine.source(RESPONSE).text
