"""All measurements, one after the other: `python -m benchmarks`."""

from benchmarks import (
    adjudication,
    batch,
    chains,
    check,
    editor,
    entities,
    errors,
    keystrokes,
    m2,
    opening,
    shares,
    start,
    substitution,
)

for part in (
    start,
    batch,
    shares,
    check,
    errors,
    keystrokes,
    adjudication,
    editor,
    opening,
    substitution,
    m2,
    entities,
    chains,
):
    for line in part.report():
        print(line, flush=True)
