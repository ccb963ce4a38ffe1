"""The proof of the network's models: its arithmetic, and a short run of it. Times are compared with each other alone."""
import os
import tempfile
import unittest

from lab.proofs import network_proof as proof

BENCH = os.path.abspath("benchmarks/mpigauge-bench")
MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
MPIEXEC = os.path.abspath("bazel/mpi/mpiexec")


def piece(start, seconds, per_byte):
    return {"from_bytes": start, "seconds": {"value": seconds}, "seconds_per_byte": {"value": per_byte}}


def unmatched(by_size):
    return {"series": [{"case": "network_unmatched_send", "fault": None, "parameters": {"bytes": size},
                        "passes": [{"counters": {"returned": value}}]} for size, value in by_size.items()]}


class ArithmeticTest(unittest.TestCase):
    def test_a_size_is_predicted_by_the_last_piece_that_begins_before_it(self):
        model = {"parameters": {}, "pieces": [piece(0, 1, 0.5), piece(100, 10, 0)]}
        self.assertEqual([proof.predicted(model, size) for size in (0, 99, 100, 5000)], [1, 50.5, 10, 10])

    def test_the_start_up_is_paid_for_each_block(self):
        model = {"parameters": {"block_bytes": {"value": 100}}, "pieces": [piece(0, 1, 0.01)]}
        self.assertEqual([round(proof.predicted(model, size), 9) for size in (0, 100, 101)], [1, 2, 3.01])

    def test_errors_are_relative_and_have_no_sign(self):
        found = proof.errors([(1.1, 1), (1.8, 2), (3, 3), (2, 4)])
        self.assertAlmostEqual(found["median"], 0.1)
        self.assertAlmostEqual(found["largest"], 0.5)
        self.assertAlmostEqual(found["rms"] ** 2, (0.01 + 0.01 + 0.25) / 4)

    def test_sizes_that_could_not_be_measured_are_left_out(self):
        def series(size, *passes, fault=None):
            return {"case": "network_one_way", "parameters": {"bytes": size}, "fault": fault, "summary": {"median_seconds": 1},
                    "passes": [{"observations_seconds": times} for times in passes]}

        record = {"series": [series(1, [1, 2, 3], [4], [2]), series(2, [1], []), series(4, [], [], fault={"message": "late"})]}
        self.assertEqual(list(proof.halves(record, {1, 2, 4})), [(2, 4)])
        self.assertEqual(list(proof.medians(record, "network_one_way")), [1, 2])

    def test_the_direct_test_finds_where_sends_stop_to_return(self):
        self.assertEqual(proof.direct_cell([unmatched({1: 1, 8: 1, 64: 0, 512: 0})]), [8, 64])
        self.assertIsNone(proof.direct_cell([unmatched({1: 1, 8: 1})]))
        self.assertIsNone(proof.direct_cell([unmatched({1: 0, 8: 0})]))
        three = [unmatched({1: 1, 8: 1, 64: 0}), unmatched({1: 1, 8: 0, 64: 0}), unmatched({1: 1, 8: 1, 64: 0})]
        self.assertEqual(proof.direct_cell(three), [8, 64])

    def test_the_limit_itself_is_not_eager_as_headers_count(self):
        record = {"series": unmatched({512: 1, 1000: 1, 1024: 0, 2000: 0})["series"] + [
            {"case": "network_one_way", "fault": None, "parameters": {"bytes": size}, "summary": {"median_seconds": size}}
            for size in (512, 1000, 1024, 2000)]}
        switches = [{"last_bytes_before": 512, "first_bytes_after": 1000, "jump_seconds": 1e-6}]
        row = proof.locate_one(1024, [record], {"switches": switches})
        self.assertEqual((row["truth"], row["direct"], row["direct_cells_off"]), ([1000, 1024], [1000, 1024], 0))
        self.assertEqual((row["fitted"], row["fitted_cells_off"]), ([512, 1000], 1))


class ProofTest(unittest.TestCase):
    def run_with(self, *words):
        arguments = proof.parse_arguments(["--bench", BENCH, "--mpigauge", MPIGAUGE, "--mpirun", MPIEXEC + " -n 2", "--launches=1", *words])
        with tempfile.TemporaryDirectory(dir="/tmp") as folder:
            return proof.predict(arguments, folder) if arguments.sweep else proof.locate(arguments, folder)

    def test_pieces_predict_better_than_a_line(self):
        found = self.run_with("--sweep=40")["errors"]
        print(found)
        self.assertLess(found["piecewise"]["median"], found["hockney"]["median"])

    def test_the_eager_limit_is_found_where_it_was_put(self):
        with open(MPIEXEC) as file:
            limits = "1024,4096" if "openmpi" in file.read() else "0"
        for row in self.run_with("--sweep=0", "--passes=5", "--limits=" + limits):
            # The fit looks for a jump of the times, and another program beside a launch makes jumps of its own.
            for _ in range(2):
                if row["fitted_cells_off"] <= 1:
                    break
                row, = self.run_with("--sweep=0", "--passes=5", "--limits=%d" % (row["limit"] or 0))
            print(row)
            self.assertEqual(row["direct_cells_off"], 0)
            least, most = row["direct"]
            self.assertTrue(least <= row["eager_limit_bytes"] < most, row)
            if row["limit"]:  # less the library's header
                self.assertTrue(row["limit"] - 100 < row["eager_limit_bytes"] <= row["limit"], row)
            self.assertLessEqual(row["fitted_cells_off"], 1)


if __name__ == "__main__":
    unittest.main()
