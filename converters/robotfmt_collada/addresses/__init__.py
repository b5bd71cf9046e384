"""What leads from one element of a document to another, and into other documents."""
