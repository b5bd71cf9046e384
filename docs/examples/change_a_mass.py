"""Change the mass of a link, and see what is different.

Run it in the folder of robotfmt: ``python docs/examples/change_a_mass.py``.
"""

import robotfmt

robot = robotfmt.read("fixtures/arm6/arm6.urdf")

# Records never change: replace() makes another one, and with_link() another robot.
base = robot.link("base_link")
heavier = robotfmt.replace(base, inertial=robotfmt.replace(base.inertial, mass=5.0))
changed = robot.with_link(heavier)

print(robotfmt.diff(robot, changed))
print(robot.link("base_link").inertial.mass, changed.link("base_link").inertial.mass)

try:
    base.inertial.mass = 5.0
except AttributeError as error:
    print(error)

# It prints:
#
#     link 'base_link' inertial: mass 4 -> 5 kg
#     1 difference
#     4.0 5.0
#     Inertial.mass cannot be set: records are immutable; robotfmt.replace(inertial, mass=...) creates another one
