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
for difference in robotfmt.diff(both, again):
    print(difference)
for diagnostic in report:
    print(diagnostic.code, diagnostic.subject)

# It prints:
#
#     <Robot 'arm6': 13 links, 12 joints, 2 extensions>
#     ['build/arm_with_gripper.dae']
#     extension urdf /robot/link[@name='forearm'] element contact 902e387c: removed
#     extension urdf /robot/gazebo element plugin 44bc11dd: removed
#     actuator 'motor_1': added
#     collada.actuator actuator/motor_1
#     convert.no-place extension/urdf//robot/link[@name='forearm']/element/contact/902e387c
#     convert.no-place extension/urdf//robot/gazebo/element/plugin/44bc11dd
