"""Features for BNF files: the classes and slots of a task."""
