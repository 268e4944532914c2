"""How the agents of Take It Easy compute: the board in arrays, values of positions, learning."""
