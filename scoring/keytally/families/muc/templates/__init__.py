"""Template files: tokens, records, objects, links to texts, rules and the language."""
