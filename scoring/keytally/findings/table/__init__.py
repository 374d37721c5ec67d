"""Rules with their severities, messages and titles of fixes: a module for each kind of file."""
