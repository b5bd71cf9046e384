"""The neutral model: frozen records that describe a robot, independent of formats.

Its names are imported on first use: creating a hundred record classes takes longer than reading a small robot. Imports
only ``lazy``; everything uses it.
"""

from __future__ import annotations

from ..lazy import export

_EXPORTS = {
    "control": (
        "ActuatorEnd Component Controller GpioComponent Interface JointComponent JointEnd SensorComponent Transmission "
        "TransmissionEnd"
    ),
    "devices": "Actuator Command ElectricMotor SpeedTorquePoint",
    "expression": (
        "ARITHMETIC CONSTANTS FUNCTIONS LOGIC OPERATORS TRIGONOMETRY Constant Expression Number Operation Piecewise "
        "Variable affine variables"
    ),
    "geometry": (
        "Box Cage CalibrationBoard Capsule Compound Cone Container Cylinder Ellipsoid Extrusion Geometry Heightmap "
        "Material Mesh MeshDigest Plane Purpose Rgba Shape Sphere Texture Wall"
    ),
    "joint": (
        "Axis Calibration Coupling Dynamics FormulaCoupling Joint JointType Limits LinearCoupling Motion Partial "
        "SafetyController linear"
    ),
    "light": "Light LightType",
    "link": "Inertia Inertial Link",
    "node": "Extension ExtensionKind InterfaceType Layout LayoutItem Node Origin Parameter",
    "pose": (
        "IDENTITY AxisAngle AxisAngles Pose Quaternion Rotation RotationMatrix Rpy axis_angle_matrix axis_angle_of "
        "axis_angles_of compose inverse inverse_rotation is_identity is_near quaternion_of rotation_matrix rpy_of"
    ),
    "robot": "Robot",
    "semantics": (
        "AddFrame Base Buffer Chain CheckedPair CollisionSphere CollisionUse ConnectedBody CSpace CSpaceJoint "
        "EndEffector Frame FrameSpheres FreeJoint Grab GripperJoint Group IgnoredPair IkSolver JointProperty "
        "JointValue Manipulator Modifier NamedState PassiveJoint RemoveMimic SetBaseFrame SphereSet UncheckedLink "
        "VirtualJoint"
    ),
    "sensors": (
        "Altimeter AxisNoise Camera Contact ForceTorque Gps Imu Laser Magnetometer MultiCamera Noise Odometry "
        "OrientationReference RectifiedSensor Sensor SensorData StereoCamera View"
    ),
    "simulation": "CollisionMask JointSimulation LinkSimulation RobotSimulation Surface",
    "vectors": "IDENTITY3 Matrix3 Vector3 add cross dot multiply rotate transpose unit",
    "world": "PlacedRobot World WorldFrame WorldJoint",
}
__getattr__, __dir__, __all__ = export(__name__, _EXPORTS)
