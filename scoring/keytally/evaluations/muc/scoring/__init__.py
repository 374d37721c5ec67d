"""How the MUC tasks are scored: fills, slots, objects, and what a document's score is made of."""
