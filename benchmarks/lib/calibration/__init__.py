"""The parts of the study of calibration, `benchmarks.studies.calibration`."""
