"""How true the values of analyses are; see `benchmarks.studies.calibration.__main__`."""
