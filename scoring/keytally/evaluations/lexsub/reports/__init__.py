"""What is told of a score: lines, JSON, and the two programs' own output."""
