"""Sensors and actuators, in the libraries of OpenRAVE's extensions."""
