"""How the documentation is built."""

project = "Kibitz"
author = "The Kibitz developers"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
html_theme = "furo"
html_title = "Kibitz"
html_static_path: list[str] = []
exclude_patterns = ["_build", "examples"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 2
