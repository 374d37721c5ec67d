"""What `keytally score --task entities` prints."""
