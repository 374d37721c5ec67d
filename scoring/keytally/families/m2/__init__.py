"""The M2 (MaxMatch) scorer of grammatical error correction (Dahlmeier and Ng 2012)."""
