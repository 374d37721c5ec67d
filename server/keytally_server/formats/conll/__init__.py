"""What editors show of CoNLL-2012 and CorefUD: mentions, and the chains whose names their brackets have."""
