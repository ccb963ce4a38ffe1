"""A git repository of a real library: an interposer on MPI functions. One commit makes MPI_Allreduce slower."""
import os
import random
import subprocess

SOURCE = """\
#include <mpi.h>
#include "tuning.h"

int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  int size;
  PMPI_Type_size(type, &size);
  /* A chain of multiplications: what others do with caches and memory does not change its time. */
  unsigned long value = 1;
  for (int i = 0; (long)size * count >= FROM_BYTES && i < STEPS; ++i) {
    value = value * 6364136223846793005UL + 1442695040888963407UL;
    __asm__ volatile("" : "+r"(value));
  }
  return PMPI_Allreduce(send, receive, count, type, op, comm);
}

int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return PMPI_Bcast(data, count, type, root, comm);
}
"""

STEPS = 8000  # some 10 us
TUNING = "#define FROM_BYTES %d\n#define STEPS %d\n/* segment size, not used yet: %d */\n"

BUILD = '''\
#!/bin/sh
# Builds libslow.so into MPIGAUGE_OUT.
[ ! -e untestable ] || exit 125
exec "${MPICC:-mpicc}" -shared -fPIC -O2 -o "$MPIGAUGE_OUT/libslow.so" library.c
'''


class LibraryRepository:
    """`commits` commits after the first one; number `culprit` (from 1 on) is the first slow one. Some do not build,
    some say that they are to be skipped; none of them is the culprit, the one before it, or an end."""

    def __init__(self, folder, commits=63, culprit=40, slowdown=0.08, seed=1):
        self.folder = folder
        self.culprit = culprit
        draw = random.Random(seed)
        can_break = [i for i in range(1, commits) if i not in (culprit, culprit - 1)]
        broken = draw.sample(can_break, min(9, len(can_break) // 3))
        self.unbuildable, self.skipped = set(broken[::2]), set(broken[1::2])
        os.makedirs(folder)
        self.git("init", "--quiet", "--initial-branch=main")
        self.write("build.sh", BUILD)
        self.hashes = [self.commit(i, slowdown if i >= culprit else 0.0, draw) for i in range(commits + 1)]

    def commit(self, i, extra, draw):
        self.write("library.c", SOURCE + ("}\n" if i in self.unbuildable else ""))
        self.write("tuning.h", TUNING % (4096, STEPS * (1 + extra), 1024 * i))
        self.write("NEWS", "Release %d of %d\n" % (i, draw.randrange(10**9)))
        if i in self.skipped:
            self.write("untestable", "")
        elif os.path.exists(os.path.join(self.folder, "untestable")):
            os.remove(os.path.join(self.folder, "untestable"))
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "Change %d: %s" % (i, draw.choice(["tune", "tidy", "document"])))
        return self.git("rev-parse", "HEAD").strip()

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def git(self, *words):
        facts = {"NAME": "Test", "EMAIL": "test@example.org", "DATE": "2026-11-21T12:00:00Z"}
        identity = {"GIT_%s_%s" % (who, what): facts[what] for who in ("AUTHOR", "COMMITTER") for what in facts}
        return subprocess.run(["git", "-C", self.folder, *words], check=True, stdout=subprocess.PIPE, text=True,
                              env={**os.environ, **identity}).stdout
