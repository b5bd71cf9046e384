"""The syntax of SMURF: its sections, and its values in several forms; knows no robot."""
