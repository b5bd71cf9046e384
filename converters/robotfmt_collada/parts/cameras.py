"""Cameras: ``base_pinhole_camera`` and ``base_stereo_camera`` of the extension text, "sensor"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from robotfmt.diagnostics import Severity
from robotfmt.documents.tokens import written_all
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Camera, RectifiedSensor, StereoCamera
from robotfmt.words.elements import read_parts, written_parts

from ..codes import UNRESOLVED
from ..document.values import children, first, quiet_numbers
from ..words import CAMERA, MATRIX
from .body import Body

_REFERENCE = "sensor_reference"
_TARGET = "target_region"
TAGS = (
    *(each.path for each in CAMERA),
    "image_dimensions",
    "distortion_model",
    "distortion_coeffs",
    _REFERENCE,
    _TARGET,
)
STEREO_TAGS = ("instance_sensor",)
_SIZES = ("width", "height", "channels")


def read_camera(body: Body, entry: Element) -> Camera:
    """Return the camera of a library entry."""
    found: dict[str, Any] = read_parts(entry, CAMERA)
    meter = body.index.unit(entry)
    if "focal_length" in found and meter != 1:
        found["focal_length"] *= meter
    return Camera(
        origin=entry.origin,
        references=_read_urls(body, entry, _REFERENCE),
        targets=_read_urls(body, entry, _TARGET),
        **found,
        **_read_dimensions(entry),
        **_read_distortion(entry),
    )


def _read_dimensions(entry: Element) -> dict[str, Any]:
    """Read width, height and channels; newer files of OpenRAVE omit the channels."""
    element = first(entry, "image_dimensions")
    if element is None:
        return {}
    values = quiet_numbers(element)
    if values is None:
        element.text_numbers(severity=Severity.WARNING)  # reports the fault
    if values is None or len(values) not in (2, 3):
        return {}
    if not all(value.is_integer() for value in values):
        return {}
    element.take_text()
    return dict(zip(_SIZES, map(int, values), strict=False))


def _read_distortion(entry: Element) -> dict[str, Any]:
    """Read the distortion: a type with coefficients in one element, or (OpenRAVE) a name and coefficients in two."""
    element = first(entry, "distortion_model")
    if element is None:
        return {}
    values = quiet_numbers(element)
    if values is not None:
        element.take_text()
        return {"distortion_model": element.attribute("type"), "distortion": values or None}
    if element.peek("type") is not None:
        element.text_numbers(severity=Severity.WARNING)  # reports the fault
        return {}
    coefficients = first(entry, "distortion_coeffs")
    return {
        "distortion_model": element.take_text(),
        "distortion": coefficients.text_numbers() if coefficients is not None else None,
    }


def _read_urls(body: Body, entry: Element, tag: str) -> tuple[str, ...]:
    return tuple(read_url(body, each) for each in children(entry, tag) if each.peek("url") is not None)


def read_url(body: Body, element: Element) -> str:
    """Return the target of an element's URL: an id of this document, or an external URL."""
    url = element.attribute("url") or ""
    if not url.startswith("#"):
        return url
    if body.index.url(url, element) is None:
        element.report(UNRESOLVED, f"'{url}' is not defined in this document", "url")
    return url[1:]


def write_url(reference: str) -> str:
    """Return the URL for an id of this document; a URL is returned unchanged."""
    return reference if any(sign in reference for sign in "#/:") else f"#{reference}"


def write_camera(camera: Camera, address: Callable[[str], str]) -> list[Node]:
    """Return the elements of a camera.

    Args:
        address: The URL of the library entry of a sensor.
    """
    return [
        *_write_dimensions(camera),
        *written_parts(camera, CAMERA),
        *_write_distortion(camera),
        *(make(_REFERENCE, {"url": address(each)}) for each in camera.references),
        *(make(_TARGET, {"url": write_url(each)}) for each in camera.targets),
    ]


def _write_dimensions(camera: Camera) -> list[Node]:
    if camera.width is None or camera.height is None:
        return []
    sizes = [camera.width, camera.height, camera.channels]
    return [make("image_dimensions", text=" ".join(str(size) for size in sizes if size is not None))]


def _write_distortion(camera: Camera) -> list[Node]:
    if camera.distortion_model is None and not camera.distortion:
        return []
    values = written_all(camera.distortion or ())
    return [make("distortion_model", {"type": camera.distortion_model}, text=values or None)]


def held(camera: Camera) -> tuple[str, ...]:
    """Return the fields that OpenRAVE has elements for."""
    sized = camera.width is not None and camera.height is not None
    fields = (each.field for each in CAMERA)
    others = ("view", "distortion_model", "distortion", "references", "targets")
    return (*fields, *others, *(_SIZES if sized else ()))


def read_stereo(body: Body, entry: Element) -> StereoCamera:
    """Return the stereo camera of a library entry."""
    instances = [each for each in children(entry, *STEREO_TAGS) if each.peek("url") is not None]
    return StereoCamera(origin=entry.origin, cameras=tuple(_read_rectified(body, each) for each in instances))


def _read_rectified(body: Body, instance: Element) -> RectifiedSensor:
    element = first(instance, "rectification")
    return RectifiedSensor(
        origin=instance.origin,
        sensor=read_url(body, instance),
        rectification=MATRIX.take(element, None) if element is not None else None,
    )


def write_stereo(camera: StereoCamera, address: Callable[[str], str]) -> list[Node]:
    """Return the elements of a stereo camera."""
    return [_write_rectified(each, address(each.sensor)) for each in camera.cameras]


def _write_rectified(camera: RectifiedSensor, url: str) -> Node:
    rows = camera.rectification
    inside = make("rectification", text=MATRIX.text(rows)) if rows is not None else None
    return make("instance_sensor", {"url": url}, inside)
