"""The coreference task: mentions aligned, and classes compared (Vilain et al. 1995)."""
