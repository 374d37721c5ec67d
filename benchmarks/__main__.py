"""All measurements, one after the other: `python -m benchmarks`."""

from benchmarks import batch, keystrokes, m2, start, substitution

for part in (start, batch, keystrokes, substitution):
    for line in part.report():
        print(line, flush=True)
