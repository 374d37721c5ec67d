"""What `keytally score` prints and writes."""
