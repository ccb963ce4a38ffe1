"""Intervals that cover what they should, and judgements at their limits."""
import random
import unittest

from lab.examples.figures import good_enough, median_with_interval, ratio_with_interval, same_sign


class FiguresTest(unittest.TestCase):
    def test_medians(self):
        median, low, high = median_with_interval([1, 2, 3, 4, 100])
        self.assertEqual(median, 3)
        self.assertTrue(1 <= low < 3 < high <= 100)
        self.assertEqual(median_with_interval([7, 7, 7]), (7, 7, 7))

    def test_interval_of_a_ratio_covers_it(self):
        """At least 180 of 200 intervals of 95% from 15 launches a side hold the truth: below that with a chance of less
        than 1e-4 if they cover 95%, and resampled medians are rather too wide than too narrow."""
        source = random.Random(3)
        covered = 0
        for _ in range(200):
            baseline = [source.lognormvariate(0, 0.05) for _ in range(15)]
            candidate = [1.1 * source.lognormvariate(0, 0.05) for _ in range(15)]
            _, low, high = ratio_with_interval(candidate, baseline)
            covered += low <= 1.1 <= high
        self.assertGreaterEqual(covered, 180)

    def test_good_enough(self):
        self.assertTrue(good_enough(1.009, 1.0))
        self.assertFalse(good_enough(1.011, 1.0))
        self.assertTrue(good_enough(1.24, 1.2))
        self.assertFalse(good_enough(1.26, 1.2))
        self.assertFalse(good_enough(0.99, 1.03))

    def test_sign_counts_where_the_impact_is_proved(self):
        self.assertTrue(same_sign(1.001, 1.01, 1.03))
        self.assertFalse(same_sign(0.999, 1.01, 1.03))
        self.assertFalse(same_sign(1.001, 0.9, 0.99))
        self.assertTrue(same_sign(0.97, 0.99, 1.03))


if __name__ == "__main__":
    unittest.main()
