"""Move a number of spheres all at once to minimise the excess volume, keeping every sample covered."""
