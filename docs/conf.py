"""How Sphinx makes the site: see scripts/website.py, which gathers its pages and calls it."""

import os
from pathlib import Path

import polygames as pg

REPOSITORY = Path(os.environ["POLYGAMES_REPOSITORY"])

project = "polygames"
author = "The polygames authors"
copyright = author  # noqa: A001 - the name that Sphinx reads
release = version = pg.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "numpydoc"]
exclude_patterns = ["_static", "pictures"]
nitpicky = False  # the names of types in docstrings are words, not links

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

nb_execution_mode = "off"  # the gallery says of itself that it is run
nb_execution_raise_on_error = True
nb_ipywidgets_js = {}  # no page asks another machine for scripts
nb_execution_timeout = 120
nb_render_image_options = {"alt": "what the code above draws"}

autodoc_typehints = "none"  # the docstrings say it in words
autodoc_member_order = "bysource"
autodoc_mock_imports = [
    "gymnasium",
    "open_spiel",
    "pettingzoo",
    "pyspiel",
]  # the bridges are read, not used
numpydoc_show_class_members = False

html_theme = "pydata_sphinx_theme"
html_title = "polygames"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_extra_path = ["extra"]
html_copy_source = False
html_domain_indices = False  # of modules: people look for names
html_show_sourcelink = False
html_theme_options = {
    "logo": {"text": "polygames"},
    "navbar_align": "left",
    "header_links_before_dropdown": 7,
    "show_toc_level": 2,
    "navigation_with_keys": False,  # the arrow keys step through games
    "secondary_sidebar_items": {"**": ["page-toc"], "index": []},
    "footer_start": ["copyright"],
    "footer_end": [],
}
html_context = {"default_mode": "auto"}
html_sidebars = {"index": []}
