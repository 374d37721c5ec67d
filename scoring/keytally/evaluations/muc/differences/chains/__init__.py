"""The seven classes of differences between chains (Kummerfeld and Klein 2013)."""
