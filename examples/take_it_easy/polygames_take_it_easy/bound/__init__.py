"""What no player of Take It Easy exceeds in the mean, who does not see the tiles to come."""
