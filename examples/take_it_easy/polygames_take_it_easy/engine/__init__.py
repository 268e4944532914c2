"""How the agents of Take It Easy compute: the board in arrays and values of positions."""
