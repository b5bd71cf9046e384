"""Read a robot, print between what its joints move, and change it.

Run it in the folder of robotfmt: ``python docs/examples/joint_limits.py``.
"""

import math

import robotfmt

robot = robotfmt.read("fixtures/arm6/arm6.urdf")
print(robot)

for joint in robotfmt.kinematics.cspace_joints(robot):
    limits = joint.limits  # the narrower of hard and soft limits; None where there is no bound
    lower = -math.inf if limits.lower is None else math.degrees(limits.lower)
    upper = math.inf if limits.upper is None else math.degrees(limits.upper)
    print(f"{joint.name}: {lower:.0f} to {upper:.0f} degrees, {limits.velocity} rad/s")

changed = robot.with_limits("joint_2", upper=2.0, velocity=1.5)
print(robotfmt.diff(robot, changed))

try:
    robot.with_limits("joint2", upper=2.0)
except KeyError as error:
    print(error)

# It prints:
#
#     <Robot 'arm6': 8 links, 7 joints, 2 extensions>
#     joint_1: -166 to 166 degrees, 2.1 rad/s
#     joint_2: -109 to 126 degrees, 2.0 rad/s
#     joint_3: -149 to 149 degrees, 2.6 rad/s
#     joint_4: -inf to inf degrees, 4.0 rad/s
#     joint_5: -120 to 120 degrees, 4.0 rad/s
#     joint_6: -355 to 355 degrees, 5.0 rad/s
#     joint 'joint_2': upper limit 2.2 -> 2 rad
#     joint 'joint_2': velocity limit 2 -> 1.5 rad/s
#     2 differences
#     the robot has no joint 'joint2'; did you mean 'joint_2' or 'joint_6' or 'joint_5'?
