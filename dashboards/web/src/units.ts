// Numbers with units as text, the same as base/units.h writes them.

function unitOf(seconds: number): [factor: number, unit: string] {
  if (seconds < 0.9995e-6) return [1e9, 'ns'];
  if (seconds < 0.9995e-3) return [1e6, 'us'];
  return seconds < 0.9995 ? [1e3, 'ms'] : [1, 's'];
}

const kMostDigits = 12;

export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return '-';
  if (seconds === 0) return '0 s';
  const [factor, unit] = unitOf(seconds);
  const value = seconds * factor;
  return `${value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)} ${unit}`;
}

// "1 us", "2.5 ms": for round numbers on axes.
export function formatTick(seconds: number): string {
  const [number, unit] = formatSeconds(seconds).split(' ');
  return `${Number(number)} ${unit}`;
}

// The same for all ticks of an axis, with as many digits as tell them apart.
export function formatTicks(ticks: number[]): string[] {
  for (let digits = 3; ; ++digits) {
    const texts = ticks.map((seconds) => {
      if (digits === 3 || seconds === 0) return formatTick(seconds);
      const [factor, unit] = unitOf(seconds);
      return `${Number((seconds * factor).toPrecision(digits))} ${unit}`;
    });
    if (new Set(texts).size === texts.length || digits === kMostDigits) return texts;
  }
}

export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (unit + 1 < units.length && bytes !== 0 && bytes % 1024 === 0) {
    bytes /= 1024;
    ++unit;
  }
  return `${bytes} ${units[unit]}`;
}

export function formatChange(ratio: number | null): string {
  if (ratio === null) return '-';
  return `${ratio < 1 ? '-' : '+'}${Math.abs((ratio - 1) * 100).toFixed(ratio < 10 ? 1 : 0)}%`;
}

// "1 run", "5 runs"; of a launch the plural is "launches".
export const formatCount = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

export const formatInterval = (low: number | null, high: number | null): string =>
  low === null && high === null ? '-' : `[${formatChange(low)}, ${formatChange(high)}]`;

export function formatP(p: number | null): string {
  if (p === null) return '-';
  return p < 0.001 ? p.toExponential(0).replace(/e-(\d)$/, 'e-0$1') : p.toFixed(3);
}
