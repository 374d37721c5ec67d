"""The coreference task: aligns mentions and compares classes (Vilain et al. 1995)."""
