"""The syntax of cuRobo's configurations: keys and files; knows no robot."""
