"""The syntax of URDF: versions, words of joint types, poses, texts; knows no robot."""
