"""The measures of the three tasks, verb by verb."""
