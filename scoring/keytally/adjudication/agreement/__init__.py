"""How far several annotators agree: on what items, by which measures, and where they do not."""
