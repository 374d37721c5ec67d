"""The incremental engine: computes findings, verdicts and tallies from documents and edits."""
