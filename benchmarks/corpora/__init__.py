"""What the measurements are made on: one module a family of tasks; `subjects.py` lists them."""
