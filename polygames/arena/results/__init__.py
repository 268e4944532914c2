"""Results on the disk: the files that matches write, and how an agent is known again in them."""
