"""What the M2 scorer prints."""
