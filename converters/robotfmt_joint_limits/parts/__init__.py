"""The limits of a joint: what reads them and what writes them."""
