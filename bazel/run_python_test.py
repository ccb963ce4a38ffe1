"""Runs a Python file, such as a test that ends with unittest.main(). A case that is skipped has the lines that
GoogleTest writes for one, so that ci/skipped reads one form in all logs.

usage: run_python_test.py FILE [ARGUMENTS]
"""
import os
import re
import runpy
import sys
import unittest


class Result(unittest.TextTestResult):
    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        # "setUpClass (__main__.SomeTest)" for a whole class
        name = re.sub(r"^setUp\w+ \((.*)\)$", r"\1", test.id()).removeprefix("__main__.")
        reason = " ".join(reason.split())
        self.stream.write("\n%s: Skipped\n%s\n\n[  SKIPPED ] %s (0 ms)\n" % (sys.argv[0], reason, name))
        self.stream.flush()


unittest.TextTestRunner.resultclass = Result
del sys.argv[0]
sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))  # as if Python had been started with the file
runpy.run_path(sys.argv[0], run_name="__main__")
