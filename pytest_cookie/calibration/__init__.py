"""A judge's calibration: defects are seeded into good artifacts; how often does the judge see them, or invent some?"""
