"""On what boards are painted: an ipycanvas, or SVG where there is none."""
