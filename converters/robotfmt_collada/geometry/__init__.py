"""What links look like and collide with: meshes, materials, shapes."""
