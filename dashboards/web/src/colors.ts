// The colours live in report.css, once for light and once for dark; charts ask for them when they draw.

const names = [
  'background',
  'text',
  'muted',
  'line',
  'baseline',
  'candidate',
  'fail',
  'inconclusive',
  'pass',
  'slower',
  'faster',
  'even',
  'compute',
  'overhead',
  'blocked',
] as const;

export type Colors = Record<(typeof names)[number], string>;

export function currentColors(): Colors {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  ) as Colors;
}

const channels = (color: string): number[] => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));

// From `from` (share 0) to `to` (share 1); both are #rrggbb.
export function mix(from: string, to: string, share: number): string {
  const target = channels(to);
  const mixed = channels(from).map((value, i) => Math.round(value + (target[i]! - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

// Black or white, whichever reads better on the color (relative luminance of WCAG 2).
export function inkOn(color: string): string {
  const [red, green, blue] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}

// Returns the colours of paper, whatever the screen shows.
export function lightColors(): Colors {
  const { classList } = document.documentElement;
  const printing = classList.contains('printing');
  classList.add('printing');
  const colors = currentColors();
  classList.toggle('printing', printing);
  return colors;
}
