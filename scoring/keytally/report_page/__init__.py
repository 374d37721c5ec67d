"""A report as one page: its values, and the HTML that is made of them."""
