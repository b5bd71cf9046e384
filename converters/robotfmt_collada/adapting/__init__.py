"""The robot as COLLADA can say it: single steps."""
