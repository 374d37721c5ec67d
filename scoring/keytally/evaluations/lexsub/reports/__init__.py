"""Reports of a score: lines, JSON, and the output of the two programs."""
