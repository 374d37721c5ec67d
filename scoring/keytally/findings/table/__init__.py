"""Rules with their severities, messages and fix titles, with one module for each kind of file."""
