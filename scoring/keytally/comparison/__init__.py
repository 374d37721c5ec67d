"""Systems compared: intervals, significance of differences, groups that are not told apart."""
