"""From text to records: JSON with places, read without ever failing."""
