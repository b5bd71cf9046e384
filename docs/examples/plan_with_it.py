"""Make an XRDF that a planner can use, as ``robotfmt xrdf`` does, and look at which pairs it does not check.

Run it in the folder of robotfmt: ``python docs/examples/plan_with_it.py``. It needs ``robotfmt[planning]``.
"""

import robotfmt

robot = robotfmt.read("fixtures/broken/planning/sound.urdf")
# An effort of 0.1 is a draft, in a tenth of the time.
plan = robotfmt.prepare(robot, tools="tool", acceleration=10, spheres={"per_link": 4, "effort": 0.1}, samples=2000)
print([each.joint for each in plan.robot.cspace.joints], plan.robot.tool_frames)

for pair in plan.robot.ignored_pairs[:3]:
    print(pair.first, pair.second, "-", pair.reason.partition(":")[0])

robotfmt.write(plan.robot, "build/rods.xrdf", overwrite=True)
(check,) = robotfmt.check("fixtures/broken/planning/sound.urdf", "build/rods.xrdf")
print(check.report.errors)

# It prints:
#
#     ['shoulder', 'elbow'] ('tool',)
#     post upper - Adjacent
#     upper lower - Adjacent
#     lower left_finger - Adjacent
#     []
