"""Services of the machine: compiled code, clocks, workers, interrupts and progress bars."""
