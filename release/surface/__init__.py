"""What is public of keytally, item by item, so that no change of it goes untold."""
