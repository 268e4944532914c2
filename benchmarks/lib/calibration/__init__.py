"""What the study of calibration consists of; see `benchmarks.studies.calibration`."""
