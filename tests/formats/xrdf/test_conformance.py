"""NVIDIA's conformance files for cuMotion: what each must be found guilty of, alone or beside its robot.

The files are not part of this project. They are looked for in the corpus beside it, and in a checkout of
``nvidia-isaac/cumotion`` whose folder ``ROBOTFMT_CUMOTION`` names; each that is not there is skipped.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest
from real import CORPUS

from robotfmt.hub.checking import check

CHECKOUT = Path(os.environ.get("ROBOTFMT_CUMOTION") or "/nonexistent")
TABLE = """
robot_description_config/invalid_acceleration_limit_size | - | limits-length
robot_description_config/invalid_jerk_limit_size | - | limits-length
robot_description_config/invalid_missing_cspace | - | cspace-missing
robot_description_config/invalid_missing_format | - | format-missing
robot_description_config/invalid_missing_joint_names | - | cspace-names
robot_description_config/invalid_negative_acceleration_limits | - | limits-not-positive
robot_description_config/invalid_negative_jerk_limits | - | limits-not-positive
robot_description_config/invalid_nonmap_cspace | - | cspace-missing
robot_description_config/invalid_nonsequence_joint_names | - | cspace-names
robot_description_config/invalid_nonsequence_map_tool_frames | - | tool-frames-shape
robot_description_config/invalid_nonsequence_tool_frames | - | format-missing tool-frames-shape
robot_description_config/invalid_repeated_cspace_coord_name | - | cspace-joint-twice
robot_description_config/invalid_repeated_default_joint_position | - | duplicate-key yaml.duplicate-key
robot_description_config/invalid_repeated_frame_in_spheres | - | yaml.duplicate-key
robot_description_config/invalid_repeated_self_collision_buffer_distance | - | duplicate-key yaml.duplicate-key
robot_description_config/invalid_repeated_world_collision_buffer_distance | - | duplicate-key yaml.duplicate-key
robot_description_config/three_link_arm_robot_description_invalid_tool_frames | three_link_arm | tool-frame-unknown
robot_description_config/valid_empty_collision_spheres | - |
robot_description_config/valid_empty_cspace | - |
robot_description_config/valid_empty_default_joint_positions | - |
robot_description_config/valid_empty_tool_frames | - |
robot_description_config/valid_no_optional_fields | - |
robot_description_config/valid_populated_tool_frames | - |
shared/nv_mimic_with_invalid_default_position | nv_mimic | default-joint-mimic default-out-of-limits
shared/simple_mimic | simple_mimic_with_position_limits | robot.default-self-collision
shared/thirty_link_arm_with_custom_root_link | thirty_link_arm |
shared/three_link_arm_joint_default_position_outside_aux_limits | three_link_arm | default-out-of-limits
shared/three_link_arm_joint_default_position_outside_limits | three_link_arm | default-out-of-limits
shared/three_link_arm_partial_default_cspace | three_link_arm |
shared/three_link_arm_with_bad_root | three_link_arm | base-unknown
shared/three_link_arm_with_fixed_joint_default_position | three_link_arm | default-joint-fixed
shared/three_link_arm_with_nonexistent_joint_default_position | three_link_arm | default-joint-unknown
shared/three_link_arm_with_nonexistent_tool_frame | three_link_arm | tool-frame-unknown
shared/three_link_arm_with_two_active_joints | three_link_arm |
shared/three_link_arm_without_optional_fields | three_link_arm |
urdf_util/duplicate_joint_name_test | telescope | frame-name-taken
urdf_util/fixed_joint | fixed_joint | cspace-joint-fixed
urdf_util/telescope | telescope |
urdf_util/telescope_auxiliary_mimic_with_invalid_default_position | telescope_auxiliary_mimic | \
default-joint-mimic default-out-of-limits
urdf_util/telescope_invalid_cspace_mimic | telescope | cspace-joint-mimic default-joint-mimic
urdf_util/telescope_invalid_cspace_missing_joint | telescope | cspace-joint-unknown default-joint-unknown
urdf_util/thirty_link_arm_with_aux_cspace | thirty_link_arm | robot.default-self-collision
urdf_util/three_link_arm_invalid_defaults | three_link_arm | default-out-of-limits
urdf_util/three_link_arm_with_added_frame | three_link_arm |
urdf_util/three_link_arm_with_base_set_to_added_frame | three_link_arm |
urdf_util/three_link_arm_with_pruned_added_frame | three_link_arm |
urdf_util/two_coord_three_link_arm | two_coord_three_link_arm |
xrdf_test/dual_arm | - |
xrdf_test/franka_example | franka |
xrdf_test/invalid_acceleration_limits_size_mismatch | - | limits-length
xrdf_test/invalid_collision_2p0 | - | collision-in-2-0
xrdf_test/invalid_dual_collision_1p0 | - | key-of-2-0
xrdf_test/invalid_dual_collision_2p0 | - | collision-in-2-0
xrdf_test/invalid_empty_acceleration_limits | - | limits-length
xrdf_test/invalid_format_version | - | version-unsupported
xrdf_test/invalid_geometry_clone | - | clone-unknown cspace-missing
xrdf_test/invalid_geometry_group_clone_not_sequence | - | geometry-shape
xrdf_test/invalid_geometry_group_cyclic_dependency | - | clone-cycle
xrdf_test/invalid_geometry_missing_coordinate | - | cspace-missing sphere-shape
xrdf_test/invalid_geometry_nonmap | - | collision-geometry geometry-shape
xrdf_test/invalid_ignore_for_frame_nonsequence | - | ignore-shape
xrdf_test/invalid_ignore_nonmap | - | ignore-shape
xrdf_test/invalid_jerk_limits_size_mismatch | - | limits-length
xrdf_test/invalid_mismatched_joint_names | three_link_arm | default-joint-unknown
xrdf_test/invalid_missing_acceleration_limits | - | limits-missing
xrdf_test/invalid_missing_cspace | - | cspace-missing
xrdf_test/invalid_missing_format | - | format-missing
xrdf_test/invalid_missing_format_version | - | version-missing
xrdf_test/invalid_missing_geometry_for_self_collision | - | collision-geometry
xrdf_test/invalid_missing_geometry_for_world_collision | - | collision-geometry
xrdf_test/invalid_missing_jerk_limits | - | limits-missing
xrdf_test/invalid_nonexistent_geometry_group | - | collision-geometry
xrdf_test/invalid_nonexistent_geometry_group_clone | - | clone-unknown
xrdf_test/invalid_self_collision_buffer_distance_nonmap | - | buffer-not-map
xrdf_test/invalid_self_collision_buffered_radius | - | buffered-radius
xrdf_test/invalid_self_collision_missing_geometry | - | collision-geometry
xrdf_test/invalid_self_collision_nonmap | - | collision-geometry
xrdf_test/invalid_sphere_center_nonsequence | - | sphere-shape
xrdf_test/invalid_sphere_center_sequence_wrong_length | - | sphere-shape
xrdf_test/invalid_sphere_missing_center | - | sphere-shape
xrdf_test/invalid_sphere_missing_radius | - | sphere-shape
xrdf_test/invalid_sphere_negative_radius | - | negative-radius
xrdf_test/invalid_sphere_nonmap | - | sphere-shape
xrdf_test/invalid_sphere_zero_radius | - | zero-radius
xrdf_test/invalid_spheres_in_frame_nonsequence | - | geometry-shape
xrdf_test/invalid_spheres_nonmap | - | geometry-shape
xrdf_test/invalid_world_collision_1p0 | - | key-of-2-0
xrdf_test/invalid_world_collision_buffer_distance_nonmap | - | buffer-not-map
xrdf_test/invalid_world_collision_buffered_radius | - | buffered-radius
xrdf_test/invalid_world_collision_missing_geometry | - | collision-geometry
xrdf_test/invalid_world_collision_nonmap | - | collision-geometry
xrdf_test/multi_arm | - |
xrdf_test/multi_arm_1_0 | - | self-geometry-differs
xrdf_test/nested_clone | - | cspace-missing
xrdf_test/nested_clone_reversed | - | cspace-missing
xrdf_test/valid_collision_spheres_with_repeated_frame | - | yaml.duplicate-key
xrdf_test/valid_complex | - | collision-in-2-0
xrdf_test/valid_cspace_limits | - |
xrdf_test/valid_format_fields | - |
xrdf_test/valid_frame_modifications | - |
xrdf_test/valid_geometry_basic | - |
xrdf_test/valid_geometry_group_clone_empty | - |
xrdf_test/valid_geometry_multiple_groups | - |
xrdf_test/valid_geometry_multiple_with_clone | - | cspace-missing
xrdf_test/valid_ignore_empty | - |
xrdf_test/valid_ignore_frame_empty | - |
xrdf_test/valid_mismatched_joint_names | - |
xrdf_test/valid_missing_default_positions | - |
xrdf_test/valid_missing_geometry | - |
xrdf_test/valid_self_collision_buffer_distance_empty | - |
xrdf_test/valid_self_collision_missing_buffer_distances | - |
xrdf_test/valid_spheres_empty | - |
xrdf_test/valid_spheres_in_frame_empty | - |
xrdf_test/valid_tool_frames | - |
xrdf_test/valid_world_collision_buffer_distance_empty | - |
xrdf_test/valid_world_collision_missing_buffer_distances | - |
shared/furuta_pendulum | furuta_pendulum |
self_collision_kernel/ur10_few_collision_pairs | ur10_robot |
urdf_util/telescope | telescope_invalid_mimic_loop | robot.coupling-cycle
urdf_util/telescope | telescope_invalid_self_mimic | robot.coupling-cycle
urdf_util/telescope | telescope_invalid_mimic_parent | robot.unknown-joint
"""
"""The file, the robot that it is about, and the codes of all errors (``xrdf.`` left out); none where it is valid."""
ROWS = [tuple(each.strip() for each in row.split("|")) for row in TABLE.split("\n")[1:-1]]

DECIDED = {
    "xrdf_test/valid_collision_spheres_with_repeated_frame": "invalid: YAML forbids a key twice, other readers "
    "lose the first spheres, and robot_description_config/invalid_repeated_frame_in_spheres is the same case",
    "xrdf_test/valid_complex": "invalid: 'collision' in 2.0 is what xrdf_test/invalid_collision_2p0 is about",
    "xrdf_test/valid_geometry_multiple_with_clone": "invalid: a fragment without the c-space that §7 and "
    "robot_description_config/invalid_missing_cspace demand",
    "xrdf_test/nested_clone": "invalid: a fragment without a c-space, as above",
    "xrdf_test/nested_clone_reversed": "invalid: a fragment without a c-space, as above",
    "xrdf_test/multi_arm_1_0": "invalid: in 1.0 both sections must name one group (§5); cuMotion lifts that",
    "xrdf_test/valid_mismatched_joint_names": "valid alone; the same text is xrdf_test/invalid_mismatched_joint_names, "
    "which is invalid beside a robot without that joint",
    "shared/simple_mimic": "invalid: both boxes are at one place by default, against §6",
    "urdf_util/thirty_link_arm_with_aux_cspace": "invalid: joints at 3 rad fold the arm onto itself, against §6",
}
"""Verdicts that are not those of the file's name, or that the name leaves open, and why."""


@cache
def robots() -> dict[str, Path]:
    """The URDFs of the corpus and of the checkout by their names."""
    found = [*(CORPUS / "xrdf" / "urdfs").glob("*.urdf"), *CHECKOUT.glob("content/**/*.urdf")]
    return {"ur10_robot": CORPUS / "xrdf" / "urdfs" / "ur10.urdf"} | {path.stem: path for path in found}


def document(name: str) -> Path:
    """A conformance file, or the test is skipped."""
    flat = CORPUS / "xrdf" / "cumotion-tests" / f"{name.replace('/', '__')}.xrdf"
    found = [flat, *CHECKOUT.glob(f"content/nvidia/tests/*/{name}.xrdf")]
    for path in found:
        if path.exists():
            return path
    pytest.skip("this file of cuMotion's is not here")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}-{row[1]}")
def test_errors_of_each_conformance_file(row: tuple[str, str, str]) -> None:
    name, robot, codes = row
    path = document(name)
    if robot != "-" and not robots().get(robot, path.parent / "none").exists():
        pytest.skip("its robot is not here")
    (done,) = check(*([robots()[robot]] if robot != "-" else []), path)
    assert {each.code for each in done.report.errors} == {
        each if "." in each else f"xrdf.{each}" for each in codes.split()
    }
    assert done.exit_code == 0 or codes


def test_verdicts_are_those_of_the_names_or_have_a_reason() -> None:
    for name, _, codes in ROWS:
        reported = name.rpartition("/")[2].split("_")
        if name in DECIDED:
            assert DECIDED[name].startswith("invalid" if codes else "valid")
        elif "valid" in reported or "invalid" in reported:
            assert bool(codes) == ("invalid" in reported)


def test_every_file_of_a_checkout_is_in_the_table() -> None:
    names = {f"{path.parent.name}/{path.stem}" for path in CHECKOUT.glob("content/nvidia/tests/*/*/*.xrdf")}
    names |= {path.stem.replace("__", "/") for path in (CORPUS / "xrdf" / "cumotion-tests").glob("*.xrdf")}
    assert names <= {row[0] for row in ROWS}
