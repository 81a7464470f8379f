"""Print one group of optional dependencies from pyproject.toml, for the Makefile."""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
print(*(f"{requirement}" for requirement in project["optional-dependencies"][sys.argv[1]]))
