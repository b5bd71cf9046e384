"""Fit collision spheres to a robot, and measure how good they are.

Run it in the folder of robotfmt: ``python docs/examples/fit_spheres.py``. It needs ``robotfmt[planning]``.
"""

import robotfmt

robot = robotfmt.read("fixtures/gripper/gripper.urdf")

# No sphere protrudes by more than the tolerance: a number of metres, or a text with a unit. The palm has a number of
# spheres instead. Without clip_base=False the spheres of the palm would end at the plane that it is mounted on.
fitted = robotfmt.spheres.fit(robot, tolerance="5mm", overrides={"palm": {"per_link": 8}}, clip_base=False)
print(fitted)

for each in robotfmt.spheres.measure(fitted, samples=2000):
    protrusion = 1000 * each.protrusion
    print(f"{each.link}: {each.spheres} spheres, {each.coverage:.1f} % covered, {protrusion:.1f} mm out")

robotfmt.write(fitted, "build/gripper.xrdf", overwrite=True)

try:
    robotfmt.spheres.fit(robot, tol="5mm")
except TypeError as error:
    print(error)

# It prints:
#
#     <Robot 'gripper': 5 links, 4 joints, 1 sphere set, 2 ignored pairs>
#     palm: 8 spheres, 100.0 % covered, 15.6 mm out
#     left_finger: 12 spheres, 100.0 % covered, 5.0 mm out
#     right_finger: 12 spheres, 100.0 % covered, 5.0 mm out
#     fit() got an unexpected keyword argument 'tol'; did you mean 'tolerance'?
