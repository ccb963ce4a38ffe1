"""The commands in the code blocks of README.md and docs/: each command and option is one that the programs know."""
import glob
import os
import re
import shlex
import subprocess
import unittest

from docs.code_blocks import code_blocks
from docs.program_help import ProgramHelp, options_in

MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
BENCH = os.path.abspath("benchmarks/mpigauge-bench")


def commands(path):
    """Returns what is typed at a prompt, `mpigauge ...` and `mpigauge-bench ...`, without the words that the page has
    beside it."""
    for number, line in (line for block in code_blocks(path) for line in block.lines):
        line = re.sub(r"^(\$ |ssh \S+ \S+ \S+ |srun --exclusive |mpirun -n \d+ )*", "", line)
        if re.match(r"mpigauge(-bench)? [a-z-]", line):
            line = re.split(r"\s{2,}|\s#| > | \(", line)[0].replace("...", "")
            if line.count("'") % 2 == 1:  # the end of `sh -c '`
                line = line.rstrip("'")
            yield number, shlex.split(re.sub(r"[][]", " ", line) if "[--" in line else line)


def pages():
    """Not those of docs/results, whose commands were typed on their dates."""
    return ["README.md"] + sorted(one for one in glob.glob("docs/*/*.md") if not one.startswith("docs/results/"))


class CommandsTest(unittest.TestCase):
    def setUp(self):
        self.help_of = ProgramHelp().text

    def wrong_in(self, words):
        """Returns the part that the program does not know, or nothing."""
        if words[0] == "mpigauge-bench":
            done = subprocess.run([BENCH, "--check-arguments", *words[1:]], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, timeout=60)
            return done.stdout if done.returncode != 0 else None
        own = words[1:words.index("--")] if "--" in words else words[1:]
        command = [MPIGAUGE]
        known = self.help_of(*command)
        for word in own:
            if not re.search("^  %s  " % re.escape(word), self.help_of(*command), re.M):
                break
            command.append(word)
            known += self.help_of(*command)
        if len(command) == 1:
            return own[0]
        return next((one for one in options_in(own) if not re.search(re.escape(one) + r"\b", known)), None)

    def test_the_programs_know_them(self):
        wrong, found = [], 0
        for path in pages():
            for number, words in commands(path):
                found += 1
                if unknown := self.wrong_in(words):
                    wrong.append("%s:%d: %s: %s" % (path, number, unknown, " ".join(words)))
        self.assertEqual(wrong, [])
        self.assertGreater(found, 100)


if __name__ == "__main__":
    unittest.main()
