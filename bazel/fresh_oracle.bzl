"""fresh_oracle_test: the numbers of an oracle that are committed are those that its script still computes."""

load("//bazel:python_test.bzl", "python_test")

def fresh_oracle_test(name, script, kept, **kwargs):
    """Runs `script` again and compares what it writes with `kept`, numbers within 1e-9 and all else exactly.

    Args:
      name: of the test.
      script: a Python file that writes JSON to the file that its first argument names.
      kept: the JSON file that is committed.
      **kwargs: goes to python_test.
    """
    python_test(
        name = name,
        src = "//bazel:fresh_oracle.py",
        args = [
            "$(location %s)" % script,
            "$(location %s)" % kept,
        ],
        data = [
            script,
            kept,
        ],
        **kwargs
    )
