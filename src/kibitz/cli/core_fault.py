"""Whether the native core loads. This module imports nothing else, so it works even if the rest of Kibitz does not."""

from importlib import import_module

REBUILD = "build it again: 'make run' in a checkout, otherwise pip install --force-reinstall -v kibitz"
"""What to do if it does not load."""


def core_fault() -> str:
    """Why the native core does not load; empty if it does.

    >>> core_fault()
    ''
    """
    try:
        import_module("kibitz._core")
    except ImportError as error:
        return str(error)
    return ""
