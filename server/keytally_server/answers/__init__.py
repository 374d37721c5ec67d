"""The results of features: plain values with places in code points, which the protocol layer converts."""
