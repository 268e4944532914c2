"""What the machine gives: optional libraries, compiled code, clocks, workers."""
