"""Work on several cores or machines: who does it, and what comes back."""
