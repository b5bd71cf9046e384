"""The elements of a link: nodes of a scene that become its geometry, its mass, its sensors and its lights."""
