"""The build steps: building, deploying, Missions, Locations, Equipment, Hidden Cost, Upkeep."""
