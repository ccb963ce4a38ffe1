// Ticks of logarithmic axes. The axes are drawn as linear ones over logarithms: ECharts' own logarithmic axis has ticks
// at whole powers only, which leaves a range of less than a decade without labels.

// Where a time stands on such an axis. A clock may have seen no time at all: that is drawn as a picosecond.
export const logSeconds = (seconds: number): number => Math.log10(Math.max(seconds, kLeastSeconds));
export const kLeastSeconds = 1e-12;

// 1, 2 and 5 times the powers of ten in low..high, or the powers only where those are many.
export function decimalTicks(low: number, high: number, most: number): number[] {
  const ticks = (steps: number[]) => {
    const found = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); ++power) {
      for (const step of steps) found.push(step * 10 ** power);
    }
    return found.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
  };
  const choices = [[1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]].map(ticks);
  return choices.find((choice) => choice.length <= most) ?? everyNth(choices.at(-1)!, most);
}

// The same; where the range is too small for these, multiples of 1, 2 or 5 of a power of ten.
export function timeTicks(low: number, high: number, most: number): number[] {
  const decimal = decimalTicks(low, high, most);
  return decimal.length > 1 ? decimal : evenTicks(low, high, most);
}

// Multiples of 1, 2 or 5 of a power of ten.
export function evenTicks(low: number, high: number, most: number): number[] {
  const least = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= least)!;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
}

// The ends of an axis with a little room on both sides, also where all times are the same.
export function endsAround(low: number, high: number): [number, number] {
  const room = kRoom * Math.max(high - low, high * 0.01, kLeastSeconds);
  return [Math.max(0, low - room), high + room];
}

const kRoom = 0.05; // of the axis

// At most `most` of the values, evenly chosen, the first among them.
export function everyNth(values: number[], most: number): number[] {
  const step = Math.ceil(values.length / most);
  return values.filter((_, i) => i % step === 0);
}
