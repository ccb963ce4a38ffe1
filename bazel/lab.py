"""Two lengths of tests: that of continuous integration, and bazel test --config=lab, which leaves nothing out
(docs/maintain/developing.md names what that is)."""
import os
import unittest

LAB = os.environ.get("MPIGAUGE_TEST_SIZE") == "lab"
# Begins the reason of a test that is skipped where it says nothing, whatever the machine. ci/skipped leaves these out.
BY_DESIGN = "by design: "

in_the_lab = unittest.skipUnless(LAB, BY_DESIGN + "it runs with bazel test --config=lab")
