"""Files of the M2 scorer: gold edits, and system output a sentence a line."""
