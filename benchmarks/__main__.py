"""All measurements, one after the other: `python -m benchmarks`."""

from benchmarks import batch, check, editor, keystrokes, m2, opening, start, substitution

for part in (start, batch, check, keystrokes, editor, opening, substitution, m2):
    for line in part.report():
        print(line, flush=True)
