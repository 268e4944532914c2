"""The compiled rules of Polygon."""
