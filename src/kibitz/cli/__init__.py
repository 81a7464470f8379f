"""The command line: ``kibitz games``, ``show``, ``searches``, ``players``, ``analyse``, ``play``, ``match``, ..."""

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    try:
        from kibitz.cli.main import main as run
    except KeyboardInterrupt:  # while modules are loaded; later, the command line handles it
        raise SystemExit(130) from None
    run()
