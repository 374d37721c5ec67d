"""The name of the task."""

TASK = "conll-coreference"
