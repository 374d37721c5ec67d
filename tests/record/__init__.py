"""Record what keytally prints and answers, to compare two checkouts."""
