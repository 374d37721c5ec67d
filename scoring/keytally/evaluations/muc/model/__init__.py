"""What every part of the MUC tasks shares: the typed configuration, and objects with slots and fills."""
