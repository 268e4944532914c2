"""What a picture of a state is made of, and its translation to SVG."""
