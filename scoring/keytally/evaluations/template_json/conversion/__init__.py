"""The format of the family that templates can be converted from and to."""
