"""Ratios of launches, with what chance leaves open, and whether a prediction is good enough."""
import random
import statistics

RESAMPLES = 1000


def bounds(values, confidence):
    """Returns the interval that is left when the same share is cut off at both ends."""
    values = sorted(values)
    cut = int(len(values) * (1 - confidence) / 2)
    return values[cut], values[-1 - cut]


def resampled_medians(values, source):
    return [statistics.median(source.choices(values, k=len(values))) for _ in range(RESAMPLES)]


def median_with_interval(values, confidence=0.95, seed=1):
    """The median, and its interval over resampled launches."""
    return (statistics.median(values), *bounds(resampled_medians(values, random.Random(seed)), confidence))


def ratio_with_interval(candidate, baseline, confidence=0.95, seed=1):
    """Median over median, and its interval over launches of both resampled."""
    source = random.Random(seed)
    ratios = [a / b for a, b in zip(resampled_medians(candidate, source), resampled_medians(baseline, source))]
    return (statistics.median(candidate) / statistics.median(baseline), *bounds(ratios, confidence))


def good_enough(predicted, measured):
    """Ratios: at most the larger of one point and a quarter of the impact away."""
    return abs(predicted - measured) <= max(0.01, 0.25 * abs(measured - 1))


def same_sign(predicted, low, high):
    """Ratios: of an impact that was proved by its interval, the prediction goes the same way."""
    if low > 1:
        return predicted > 1
    if high < 1:
        return predicted < 1
    return True


def percent(ratio):
    return "%+.1f%%" % (100 * (ratio - 1))
