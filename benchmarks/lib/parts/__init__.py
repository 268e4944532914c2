"""The parts of the page that benchmarks/report.py writes, a module for each subject."""
