"""``python -m kibitz.cli``."""

from kibitz.cli import main

if __name__ == "__main__":
    main()
