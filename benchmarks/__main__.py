"""All measurements, one after the other: `python -m benchmarks`."""

from benchmarks import batch, keystrokes, start

for part in (start, batch, keystrokes):
    print("\n".join(part.report()), flush=True)
