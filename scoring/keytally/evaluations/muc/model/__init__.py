"""The model that all parts of the MUC tasks share: typed configurations, and objects with slots and fills."""
