"""From the parts of a robot to the elements of a document."""
