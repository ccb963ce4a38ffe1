"""The problems of the proofs: the programs with their sizes, and the libraries that they are run with."""
import collections

# `grain` is what is asked of the prediction: within 5% where messages are few, within 10% where they are many.
Problem = collections.namedtuple("Problem", "name program words grain")


class Variant(collections.namedtuple("Variant", "name environment slow")):
    """A way to run: `environment` of the ranks, and what MPIGAUGE_SLOW says (libmpigauge_slow.so is preloaded then)."""

    def alternates(self):
        """Whether a launch can have it off and on: launches differ by more than most changes cost."""
        return bool(self.slow)


COARSE, FINE = 0.05, 0.10


def halo(doubles, size, steps, reduce_every=0, reduced_bytes=8):
    return ["--doubles=%d" % doubles, "--bytes=%d" % size, "--steps=%d" % steps, "--reduce-every=%d" % reduce_every,
            "--reduced-bytes=%d" % reduced_bytes]


PROBLEMS = {problem.name: problem for problem in (
    Problem("bubble 20,000", "bubble-merge-sort", ["--elements=20000"], COARSE),
    Problem("quick 400,000", "quick-merge-sort", ["--elements=400000"], COARSE),
    Problem("fan-in 500", "fan-in-cholesky", ["--order=500"], FINE),
    Problem("fan-in 1000", "fan-in-cholesky", ["--order=1000"], FINE),
    Problem("fan-out 500", "fan-out-cholesky", ["--order=500"], FINE),
    Problem("fan-out 1000", "fan-out-cholesky", ["--order=1000"], FINE),
    Problem("halo 16 B", "halo-exchange", halo(20000, 16, 2000), FINE),
    Problem("halo 2 KiB", "halo-exchange", halo(20000, 2048, 2000), FINE),
    Problem("halo 3000 B", "halo-exchange", halo(20000, 3000, 2000), FINE),
    Problem("halo 64 KiB", "halo-exchange", halo(40000, 65536, 500), FINE),
    Problem("halo and allreduce 8 B", "halo-exchange", halo(20000, 16, 2000, 1), FINE),
    Problem("halo and allreduce 64 KiB", "halo-exchange", halo(20000, 16, 500, 1, 65536), FINE),
)}

PLAIN = Variant("plain", {}, "")
VARIANTS = {variant.name: variant for variant in (
    PLAIN,
    Variant("MPI_Send, MPI_Isend +5 us", {}, "MPI_Send:+5us;MPI_Isend:+5us"),
    Variant("MPI_Isend +3 us", {}, "MPI_Isend:+3us"),
    Variant("MPI_Recv +5 us", {}, "MPI_Recv:+5us"),
    Variant("MPI_Allreduce +5 us", {}, "MPI_Allreduce:+5us"),
    Variant("MPI_Allreduce +20 us, 32 KiB", {}, "MPI_Allreduce:+20us:from=32KiB"),
    Variant("eager limit 1024", {"OMPI_MCA_btl_vader_eager_limit": "1024"}, ""),
)}

# Libraries that are compared: with a change that matters to a problem, and with some that do not.
IMPACTS = {
    "MPI_Send, MPI_Isend +5 us": ("fan-in 500", "fan-in 1000", "fan-out 500", "fan-out 1000", "bubble 20,000", "halo 2 KiB"),
    "MPI_Isend +3 us": ("halo 16 B", "halo 2 KiB", "halo 64 KiB"),
    "MPI_Recv +5 us": ("fan-in 500", "fan-in 1000", "fan-out 500", "fan-out 1000", "bubble 20,000"),
    "MPI_Allreduce +5 us": ("halo and allreduce 8 B", "halo and allreduce 64 KiB", "bubble 20,000"),
    "MPI_Allreduce +20 us, 32 KiB": ("halo and allreduce 8 B", "halo and allreduce 64 KiB"),
    "eager limit 1024": ("halo 16 B", "halo 2 KiB", "halo 3000 B", "fan-in 500", "fan-out 500", "bubble 20,000"),
}

# Demaine's table 2, and the same with the other programs; more ranks than there are processors.
PSEUDO_PARALLEL = {
    "bubble 10,000": ("bubble-merge-sort", ["--elements=10000"]),
    "quick 1,000,000": ("quick-merge-sort", ["--elements=1000000"]),
    "fan-in 500": ("fan-in-cholesky", ["--order=500"]),
    "fan-out 500": ("fan-out-cholesky", ["--order=500"]),
}
PSEUDO_RANKS = (4, 8, 16)
