"""BNFs of template tasks in the notation of the TIPSTER and MUC definitions."""
