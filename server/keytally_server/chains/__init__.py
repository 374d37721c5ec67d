"""What editors show of chains of mentions in any format: colours, distances, lists."""
