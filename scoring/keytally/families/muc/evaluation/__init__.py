"""The MUC tasks as evaluations: each binds scoring, marks and reports to a configuration."""
