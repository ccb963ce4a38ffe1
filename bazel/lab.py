"""Two lengths of tests: that of continuous integration, and bazel test --config=lab, which leaves nothing out
(docs/maintain/developing.md names what that is)."""
import os
import unittest

LAB = os.environ.get("MPIGAUGE_TEST_SIZE") == "lab"

in_the_lab = unittest.skipUnless(LAB, "it runs with bazel test --config=lab")
