"""Sensors, transmissions and controllers."""

from __future__ import annotations

from ...model import (
    ActuatorEnd,
    AxisNoise,
    Camera,
    Controller,
    ForceTorque,
    GpioComponent,
    Imu,
    Interface,
    JointComponent,
    JointEnd,
    Laser,
    Noise,
    OrientationReference,
    Parameter,
    Pose,
    Rpy,
    Sensor,
    Transmission,
    View,
)
from ...model.record import replace

SCANNER = Sensor(
    name="scanner",
    type="gpu_ray",
    link="hand",
    update_rate=40.0,
    visualize=True,
    data=Laser(
        min_angle=-1.0,
        max_angle=1.0,
        samples=640,
        range_resolution=0.01,
        vertical_samples=16,
        noise=Noise(type="gaussian", mean=0.0, stddev=0.01),
    ),
)
EYE = Sensor(
    name="eye",
    link="hand",
    pose=Pose((0.0, 0.0, 0.1), Rpy(0.0, 0.5, 0.0)),
    topic="image",
    data=Camera(view=View.FORWARD, width=640, height=480, channels=3, format="uint8", horizontal_fov=1.2, gain=1.5),
)
BALANCE = Sensor(
    name="balance",
    link="body",
    always_on=True,
    data=Imu(
        angular_velocity_noise=AxisNoise(x=Noise(type="gaussian", stddev=0.002), y=Noise(bias_mean=0.1)),
        linear_acceleration_noise=AxisNoise(z=Noise(type="gaussian", stddev=0.02)),
        orientation_reference=OrientationReference(localization="ENU"),
    ),
)
WRIST = Sensor(name="wrist", joint="hinge", data=ForceTorque(frame="child", measure_direction="child_to_parent"))
GEIGER = Sensor(
    name="counter",
    type="geiger",
    link="arm",
    hardware_id="007",
    reference="eye",
    maker="Müller",
    product="G 7",
    parameters=(Parameter(name="rate", values=(0.5,)),),
)
GEAR = Transmission(
    name="gear",
    type="transmission_interface/SimpleTransmission",
    joints=(JointEnd(name="hinge", interfaces=("EffortJointInterface", "JointStateInterface"), offset=0.1),),
    actuators=(ActuatorEnd(name="motor", role="actuator1", reduction=50.0),),
)
DRIVER = Controller(
    name="arm",
    type="system",
    plugin="mock_components/GenericSystem",
    update_rate=100.0,
    joints=(
        JointComponent(
            name="hinge",
            mimic=False,
            commands=(Interface(name="position", minimum=-1.0, maximum=2.0),),
            states=(Interface(name="position", initial=0.5), Interface(name="velocity")),
            parameters=(Parameter(name="id", values="7"),),
        ),
    ),
    gpios=(GpioComponent(name="flange", commands=(Interface(name="vacuum"),)),),
    transmissions=(replace(GEAR, joints=(JointEnd(name="hinge", role="joint1", reduction=2.0),)),),
    parameters=(Parameter(name="port", values="/dev/ttyUSB0"),),
)
