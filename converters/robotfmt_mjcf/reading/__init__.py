"""From the elements of a document to the parts of a robot."""
