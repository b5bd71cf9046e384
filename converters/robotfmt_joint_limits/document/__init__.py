"""The syntax of joint_limits.yaml: keys, wrappers, programs; knows no robot."""
