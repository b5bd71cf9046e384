"""Move a robot, in one configuration and in many at once.

Run it in the folder of robotfmt: ``python docs/examples/forward_kinematics.py``.
"""

import numpy as np

import robotfmt

robot = robotfmt.read("fixtures/arm6/arm6.urdf")
order = [joint.name for joint in robotfmt.kinematics.cspace_joints(robot)]
print(order)

# One vector, in this order, in radians and metres: a matrix (4, 4) for each link.
poses = robotfmt.kinematics.forward_kinematics(robot, [0.0, -0.5, 1.0, 0.0, 0.5, 0.0])
print(poses["flange"][:3, 3].round(3))

# Joints by name; all others are at zero.
poses = robotfmt.kinematics.forward_kinematics(robot, {"joint_1": 0.3, "joint_2": -0.5})
print(poses["flange"][:3, 3].round(3))

# A thousand configurations within the limits: an array (1000, 4, 4) for each link.
values = robotfmt.kinematics.sample(robot, 1000, seed=1)
reach = np.linalg.norm(robotfmt.kinematics.forward_kinematics(robot, values)["flange"][:, :3, 3], axis=1)
print(reach.shape, f"{reach.max():.2f} m")

# It prints:
#
#     ['joint_1', 'joint_2', 'joint_3', 'joint_4', 'joint_5', 'joint_6']
#     [ 0.717 -0.004  0.179]
#     [0.704 0.218 0.623]
#     (1000,) 1.06 m
