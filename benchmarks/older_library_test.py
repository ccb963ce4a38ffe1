"""A program measures with a library that lacks functions of the one that it was built with."""
import os
import re
import shutil
import subprocess
import unittest

from bench_testing import BENCH, CROWDED, QUICK, BenchTestCase, mpirun

COLLECTIVES = ("Barrier|Bcast|Gatherv?|Scatterv?|Allgatherv?|Alltoall[vw]?|Reduce|Allreduce|Reduce_scatter|Reduce_scatter_block|"
               "Scan|Exscan")
ADDED = re.compile((r"MPIX?_((?:%s)_init|P(?:send|recv)_init|Pready_range)\0" % COLLECTIVES).encode())


def library_of(program):
    """The path of libmpi.so.40 or libmpich.so.12 that the program is linked with."""
    listed = subprocess.run(["ldd", program], stdout=subprocess.PIPE, text=True, check=True).stdout
    return re.search(r"=> (\S*/libmpi(?:ch)?\.so\.\d+) ", listed).group(1)


class OlderLibrary(BenchTestCase):
    def older(self):
        """A folder with the same library, in which nobody finds persistent collectives and partitioned messages by name."""
        path = library_of(BENCH)
        with open(path, "rb") as file:
            content, replaced = ADDED.subn(lambda name: b"X" + name.group(0)[1:], file.read())
        self.assertGreaterEqual(replaced, 17)
        folder = self.path("older")
        os.mkdir(folder)
        copy = os.path.join(folder, os.path.basename(path))
        shutil.copy(path, copy)
        with open(copy, "wb") as file:
            file.write(content)
        return {"LD_LIBRARY_PATH": folder}

    def families(self, environment):
        done = mpirun(BENCH, *QUICK, *CROWDED, "--benchmark_filter=^(barrier|bcast|bcast_persistent|ping_pong_persistent)/", "--sizes=8",
                      environment={**environment, "LD_BIND_NOW": "1"})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return set(re.findall(r"^# (\w+), 2 ranks", done.stdout, re.MULTILINE))

    def test_missing_functions_are_not_measured_and_all_others_are(self):
        always = {"barrier", "bcast", "ping_pong_persistent"}
        self.assertEqual(self.families({}), always | {"bcast_persistent"})
        self.assertEqual(self.families(self.older()), always)


if __name__ == "__main__":
    unittest.main()
