"""What features answer: plain values with places in code points, which the protocol layer converts."""
