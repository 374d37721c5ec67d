"""The incremental state: documents and edits in, findings, verdicts and tallies out."""
