"""Documents of OpenRAVE: their words, the documents that they name, poses and equations."""
