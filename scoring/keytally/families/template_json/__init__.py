"""Templates and roles as JSON: template filling and role filling."""
