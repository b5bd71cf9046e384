"""A page that shows robots, and the server on this machine that saves what is changed there."""
