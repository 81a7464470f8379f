"""Fits use one thread, whichever library does the linear algebra."""

import json
import subprocess
import sys

ASKED = """
import json
from kibitz.models.logit import one_thread
with one_thread():
    import scipy.optimize
    from threadpoolctl import threadpool_info
    print(json.dumps([each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"]))
"""


def test_libraries_that_are_loaded_later_use_one_thread_too() -> None:
    """SciPy is loaded with the first fit. Its own threads made fits ten times as slow on a busy machine."""
    found = subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True, check=True)
    threads = json.loads(found.stdout)
    assert threads
    assert set(threads) == {1}
