// Where marks of a chart are, read from its SVG.
import assert from 'node:assert/strict';

export const kLight = {
  baseline: '#59636e',
  candidate: '#0072b2',
  fail: '#d55e00',
  text: '#1b1f24',
  muted: '#59636e',
  compute: '#7fb8d9',
  overhead: '#b35c8e',
  blocked: '#e3e6ea',
};

// The corners of lines of a colour and a width, as [x, y] in pixels.
export const corners = (box, color, width) =>
  box
    .locator(`svg path[stroke="${color}"]${width === 1 ? ':not([stroke-width])' : `[stroke-width="${width}"]`}[fill="none"]`)
    .evaluateAll((paths) =>
      paths.map((path) => [...path.getAttribute('d').matchAll(/[ML ]?(-?[\d.]+)[ ,](-?[\d.]+)/g)].map((m) => [+m[1], +m[2]])),
    );

// Pixels are a linear function of the values: from the outermost two to all. Gives the function that turns them back.
export function assertLinear(pixels, values, what) {
  assert.equal(pixels.length, values.length, what);
  const order = values.map((_, i) => i).sort((a, b) => values[a] - values[b]);
  const [low, high] = [order[0], order.at(-1)];
  const scale = (pixels[high] - pixels[low]) / (values[high] - values[low]);
  values.forEach((value, i) => {
    const wanted = pixels[low] + scale * (value - values[low]);
    assert.ok(Math.abs(pixels[i] - wanted) < 0.6, `${what}: ${i} is at ${pixels[i]}, not ${wanted}`);
  });
  return (pixel) => values[low] + (pixel - pixels[low]) / scale;
}
