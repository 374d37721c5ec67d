"""Named entities in columns of tokens and labels: BIO and its relatives."""
