"""All measurements, one after the other: `python -m benchmarks`."""

from benchmarks import batch, check, keystrokes, m2, start, substitution

for part in (start, batch, check, keystrokes, substitution, m2):
    for line in part.report():
        print(line, flush=True)
