"""Named entities in columns of tokens and labels, in BIO and related schemes."""
