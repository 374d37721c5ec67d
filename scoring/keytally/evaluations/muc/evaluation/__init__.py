"""The MUC tasks as evaluations: configuration in, scoring, marks and reports bound to it."""
