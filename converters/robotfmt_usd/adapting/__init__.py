"""Steps of adapting a robot to what a stage can have."""
