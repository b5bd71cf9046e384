"""The syntax of SDF: scopes and frames, notations of poses, includes, versions; knows no robot."""
