// Numbers with units as text, the same as harness/base/units.h writes them.

export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return '-';
  if (seconds === 0) return '0 s';
  const [factor, unit] =
    seconds < 0.9995e-6
      ? [1e9, 'ns']
      : seconds < 0.9995e-3
        ? [1e6, 'us']
        : seconds < 0.9995
          ? [1e3, 'ms']
          : [1, 's'];
  const value = seconds * (factor as number);
  return `${value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)} ${unit}`;
}

// "1 us", "2.5 ms": for round numbers on axes.
export function formatTick(seconds: number): string {
  const [number, unit] = formatSeconds(seconds).split(' ');
  return `${Number(number)} ${unit}`;
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

export const formatInterval = (low: number | null, high: number | null): string =>
  low === null && high === null ? '-' : `[${formatChange(low)}, ${formatChange(high)}]`;

export function formatP(p: number | null): string {
  if (p === null) return '-';
  return p < 0.001 ? p.toExponential(0).replace(/e-(\d)$/, 'e-0$1') : p.toFixed(3);
}
