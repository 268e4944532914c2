"""The surfaces on which boards are painted: an ipycanvas, or SVG without ipycanvas."""
