"""A judge's calibration: how often it detects defects in mutants of baseline artifacts, and raises false alarms."""
