"""From the elements of a document to the records of the model."""
