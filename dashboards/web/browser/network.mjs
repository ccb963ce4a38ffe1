import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeText, chart, dataOf, onShared, rowsOf, texts } from './page.mjs';
import { assertLinear, corners, kLight } from './pixels.mjs';

const best = ({ models }) => [...models].sort((a, b) => a.relative_rms - b.relative_rms)[0];

test('the best model of each side: both axes logarithmic, every size at its place', async () => {
  await onShared('fail', async (page) => {
    const { network } = await dataOf(page);
    const box = await chart(page, '.chart.network');
    for (const side of ['baseline', 'candidate']) {
      const fit = network[0][side];
      const [line] = (await corners(box, kLight[side], 1.5)).filter((one) => one.length === fit.bytes.length);
      assertLinear(line.map(([x]) => x), fit.bytes.map(Math.log2), `${side}, size`);
      assertLinear(line.map(([, y]) => y), best(fit).predicted_seconds.map(Math.log10), `${side}, time`);
    }
    for (const label of ['1 B', 'message size', 'time', 'residual', '10 us']) {
      assert.ok((await texts(page, '.chart.network >> nth=0 >> text')).includes(label), label);
    }
  });
});

test('residuals of every model: measured over predicted less 1', async () => {
  await onShared('fail', async (page) => {
    const { network } = await dataOf(page);
    const box = await chart(page, '.chart.residuals');
    const { bytes, measured_seconds, models } = network[0].baseline;
    for (const [i, color] of [kLight.baseline, kLight.overhead].entries()) {
      const [line] = (await corners(box, color, 1.5)).filter((one) => one.length === bytes.length);
      const residuals = bytes.map((_, k) => measured_seconds[k] / models[i].predicted_seconds[k] - 1);
      assertLinear(line.map(([x]) => x), bytes.map(Math.log2), `${models[i].kind}, size`);
      assertLinear(line.map(([, y]) => -y), residuals, models[i].kind);
    }
    const told = await texts(page, '#network .caption');
    const share = (model) => `${(model.relative_rms * 100).toFixed(1)}%`;
    assert.equal(told[0], `rings: blocks (${share(models[0])}); triangles: piecewise (${share(models[1])})`);
  });
});

test('parameters of both sides with intervals and the change between them', async () => {
  await onShared('fail', async (page) => {
    const { network } = await dataOf(page);
    const rows = await rowsOf(page, '#parameters');
    const count = ({ models }) => models.reduce((sum, { parameters }) => sum + Object.keys(parameters).length + 1, 0);
    assert.equal(rows.length, count(network[0].baseline) + count(network[1].baseline));
    const row = (...words) => rows.find((cells) => words.every((word, i) => cells[i] === word)).slice(3);
    const perByte = (value) => `${(value * 1e9).toPrecision(3)} ns/B`;
    const cells = (fit) => {
      const { value, low, high } = fit.models[1].parameters.seconds_per_byte;
      return [perByte(value), `[${perByte(low)}, ${perByte(high)}]`];
    };
    const { baseline, candidate } = network[0];
    const ratio = candidate.models[1].parameters.seconds_per_byte.value / baseline.models[1].parameters.seconds_per_byte.value;
    assert.deepEqual(row('same-host', 'piecewise', 'seconds_per_byte'), [...cells(baseline), ...cells(candidate), changeText(ratio)]);
    assert.deepEqual(row('same-host', 'piecewise', 'seconds from 8 KiB').slice(0, 2), ['2.00 us', '[1.94 us, 2.08 us]']);
    assert.deepEqual(row('same-host', 'blocks', 'block_bytes').slice(0, 2), ['8 KiB', '[8 KiB, 8 KiB]']);
    assert.deepEqual(row('other-host', 'piecewise', 'seconds').slice(2), ['-', '-', '-']);
  });
});

test('switches of protocols are told, and a side that was not measured is left out', async () => {
  await onShared('fail', async (page) => {
    assert.deepEqual(await texts(page, '#network .switches'), [
      'baseline: the time rises by 1.50 us between 4 KiB and 8 KiB. Sends are eager up to 4 KiB.',
      'candidate: the time rises by 1.50 us between 4 KiB and 8 KiB. Sends are eager up to 4 KiB.',
      'baseline: the time rises by 1.50 us between 16 KiB and 32 KiB. Sends are eager up to 16 KiB.',
    ]);
    assert.equal(await page.locator('.chart.network').count(), 2);
    assert.equal(await page.locator('.chart.residuals').count(), 3);
  });
  await onShared('extreme', async (page) => {
    assert.equal(await page.locator('.chart.residuals').count(), 1);
    assert.match(await page.locator('#network figcaption').first().textContent(), /same-host baseline alone/);
  });
});
