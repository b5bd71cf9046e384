"""From the records of the model to the elements of a document."""
