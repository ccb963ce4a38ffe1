// The colours of changes: orange is slower, blue is faster, and full where a change has the reach of its map.

export interface Changed {
  ratio: number | null;
  verdict?: string;
}

// The ratio that gets the full colour: the largest, but noise of a few percent must stay pale and one huge ratio must
// not make all others pale.
export function reachOf(all: Changed[]): number {
  const largest = all.reduce((most, { ratio }) => Math.max(most, Math.abs(Math.log(ratio ?? 1))), 0);
  return Math.exp(Math.min(Math.max(largest, Math.log(1.1)), Math.log(1.5)));
}

// From -1, as much faster as the map reaches, to 1. What failed without a time is as slow as can be; what is
// inconclusive without one has no colour.
export function heatOf({ ratio, verdict }: Changed, reach: number): number {
  if (ratio === null) return verdict === 'inconclusive' ? 0 : 1;
  return Math.max(-1, Math.min(1, Math.log(ratio) / Math.log(reach)));
}

const kMostColor = 55; // percent: text stays readable on it, in both schemes

// Gives an element of class "heat" its colour; the scheme may change afterwards.
export function warm(node: HTMLElement, changed: Changed, reach: number): HTMLElement {
  const heat = heatOf(changed, reach);
  node.classList.add('heat', heat > 0 ? 'slower' : 'faster');
  node.style.setProperty('--share', `${(Math.abs(heat) * kMostColor).toFixed(0)}%`);
  return node;
}
