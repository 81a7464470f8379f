import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "docs" / "examples")]

collect_ignore = ["stored/0.1", "stored/write_0_1.py"]  # samples, one of which registers a game, and what wrote them
