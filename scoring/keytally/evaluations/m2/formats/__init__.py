"""Files of the M2 scorer: gold edits, and system output with one sentence a line."""
