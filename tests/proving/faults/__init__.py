"""Faults: kills, full disks, torn files, races, repetitions, clocks, forgeries; and a simulation of all at once."""
