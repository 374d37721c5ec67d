"""The MUC tasks as evaluations: each combines scoring, marks and reports for one configuration."""
