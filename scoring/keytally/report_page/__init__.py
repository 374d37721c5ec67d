"""A report as one page: its values, and the HTML that is generated from them."""
