"""Put a gripper on an arm, and convert the two to one COLLADA document.

Run it in the folder of robotfmt: ``python docs/examples/mount_a_gripper.py``.
"""

import robotfmt

arm = robotfmt.read("fixtures/arm6/arm6.urdf")
gripper = robotfmt.read("fixtures/gripper/gripper.urdf")
both = robotfmt.edit.attach(arm, gripper, "flange", prefix="gripper_")
print(both)

report = robotfmt.Report()
files = robotfmt.write(both, "build/arm_with_gripper.dae", report=report, overwrite=True)
print([str(each) for each in files])

# It was read back and compared before the file was made: whatever differs was reported.
again = robotfmt.read("build/arm_with_gripper.dae")
print(robotfmt.diff(both, again))
for diagnostic in report:
    print(diagnostic.code, diagnostic.subject)

# It prints:
#
#     <Robot 'arm6': 13 links, 12 joints, 2 extensions>
#     ['build/arm_with_gripper.dae']
#     material 'spare': color 0.1 0.2 0.3 0.5 -> nothing
#     joint 'joint_1': damping 0.4 -> nothing
#     joint 'joint_1': friction 0.2 -> nothing
#     joint 'joint_1': k velocity 40 -> nothing
#     joint 'joint_1': k position 100 -> nothing
#     joint 'joint_1': rising 0.1 -> nothing
#     joint 'joint_2': damping 0.4 -> nothing
#     joint 'gripper_grip_mirror': effort limit 60 N -> nothing
#     joint 'gripper_left_pad_turn': effort limit 1 N m -> nothing
#     joint 'gripper_right_pad_turn': effort limit 1 N m -> nothing
#     transmission 'transmission_1': removed
#     link 'base_link' visual 0: script 'Gazebo/Grey' -> nothing
#     link 'base_link' collision 0 surface: removed
#     <contact> of URDF in /robot/link[@name='forearm']: removed
#     <plugin> 'control' of URDF in /robot/gazebo: removed
#     actuator 'motor_1': added
#     16 differences
#     collada.no-words material/spare/color
#     collada.limit joint/gripper_grip_mirror/effort
#     collada.limit joint/gripper_left_pad_turn/effort
#     collada.limit joint/gripper_right_pad_turn/effort
#     collada.actuator actuator/motor_1
#     convert.no-place joint/joint_1/damping
#     convert.no-place joint/joint_1/friction
#     convert.no-place joint/joint_1/k_velocity
#     convert.no-place joint/joint_1/k_position
#     convert.no-place joint/joint_1/rising
#     convert.no-place joint/joint_2/damping
#     convert.no-place transmission/transmission_1
#     convert.no-place link/base_link/visual/0/script
#     convert.no-place link/base_link/collision/0/surface
#     convert.no-place extension/urdf//robot/link[@name='forearm']/element/contact/902e387c
#     convert.no-place extension/urdf//robot/gazebo/element/plugin/44bc11dd
