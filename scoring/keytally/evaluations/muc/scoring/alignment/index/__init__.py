"""An index that finds the aligned pairs by the features that objects share."""
