"""Measurements of keytally's speed, as ratios within one run."""
