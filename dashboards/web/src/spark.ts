// A line of a few runs, as high as the text beside it: what became of a case, without axes.

const kWidth = 96;
const kHeight = 22;
const kEdge = 3;
const kLeastReach = 0.1; // of a logarithm: noise of a few percent stays flat

const kSvg = 'http://www.w3.org/2000/svg';

function shape(tag: string, attributes: Record<string, string | number>): SVGElement {
  const node = document.createElementNS(kSvg, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  return node;
}

// The levels are ratios, oldest first; null is a gap. The newest one is a dot.
export function sparkLine(levels: (number | null)[]): SVGElement {
  const logs = levels.map((level) => (level === null ? null : Math.log(level)));
  const known = logs.filter((log) => log !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const reach = Math.max(kLeastReach, high - low);
  const x = (i: number) => kEdge + (i * (kWidth - 2 * kEdge)) / Math.max(1, levels.length - 1);
  const y = (log: number) => kHeight / 2 - (((log - (low + high) / 2) / reach) * (kHeight - 2 * kEdge));
  const svg = shape('svg', { class: 'spark', viewBox: `0 0 ${kWidth} ${kHeight}`, width: kWidth, height: kHeight, 'aria-hidden': 'true' });
  if (known.length === 0) return svg;
  const steps = logs.flatMap((log, i) => {
    if (log === null) return [];
    const begins = i === 0 || logs[i - 1] === null;
    return [`${begins ? 'M' : 'L'}${x(i).toFixed(1)} ${y(log).toFixed(1)}`];
  });
  const last = logs.findLastIndex((log) => log !== null);
  svg.append(shape('path', { d: steps.join('') }), shape('circle', { cx: x(last), cy: y(logs[last]!), r: 2.5 }));
  return svg;
}
