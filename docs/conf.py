"""How the documentation is built."""

import logging

project = "Kibitz"
author = "The Kibitz developers"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
html_theme = "furo"
html_title = "Kibitz"
html_static_path: list[str] = []
exclude_patterns = ["_build", "examples"]
nb_execution_mode = "force"  # the notebooks are Markdown without outputs: they run when the documentation is built
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_merge_streams = True
logging.getLogger("traitlets").setLevel(logging.WARNING)  # not a line for every notebook
autodoc_member_order = "bysource"
autodoc_typehints = "description"
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
