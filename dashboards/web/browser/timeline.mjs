import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chart, dataOf, onShared, rowsOf, secondsText } from './page.mjs';
import { assertLinear, corners, kLight } from './pixels.mjs';

const kSides = ['baseline', 'candidate'];

// Returns the boxes of a colour, as { x, y, width, height } in pixels.
const boxesOf = (box, color) =>
  box.locator(`svg [fill="${color}"]`).evaluateAll((all) => all.map((one) => one.getBBox()).map(({ x, y, width, height }) => ({ x, y, width, height })));

test('every span is drawn in its row, as long as it takes', async () => {
  await onShared('fail', async (page) => {
    const { timeline } = await dataOf(page);
    for (const [i, side] of kSides.entries()) {
      const box = await chart(page, `.chart.timeline >> nth=${i}`);
      const all = timeline[side].rows.flatMap(({ rank, spans }, row) => spans.map(([begin, end, what]) => ({ rank, row, begin, end, what })));
      for (const what of ['compute', 'overhead', 'blocked']) {
        const wanted = all.filter((span) => span.what === what);
        const drawn = await boxesOf(box, kLight[what]);
        assert.equal(drawn.length, wanted.length, what);
        assertLinear(drawn.map(({ x }) => x), wanted.map(({ begin }) => begin), `${side}, begin of ${what}`);
        assertLinear(drawn.map(({ x, width }) => x + width), wanted.map(({ end }) => end), `${side}, end of ${what}`);
        assertLinear(drawn.map(({ y, height }) => y + height / 2), wanted.map(({ row }) => row), `${side}, row of ${what}`);
      }
    }
  });
});

test('the critical path goes from the beginning to the end', async () => {
  await onShared('fail', async (page) => {
    const { timeline } = await dataOf(page);
    for (const [i, side] of kSides.entries()) {
      const box = await chart(page, `.chart.timeline >> nth=${i}`);
      const [path] = await corners(box, kLight.text, 2);
      const stays = timeline[side].critical_path;
      const time = assertLinear(path.map(([x]) => x), stays.flatMap(([, begin, end]) => [begin, end]), `${side}, time`);
      assertLinear(path.map(([, y]) => y), stays.flatMap(([rank]) => [rank, rank]), `${side}, rank`);
      assert.ok(Math.abs(time(path.at(-1)[0]) / timeline[side].parallel_seconds - 1) < 0.003);
    }
  });
});

test('both sides have one axis and say how long they take; ranks have their shares', async () => {
  await onShared('fail', async (page) => {
    const { timeline } = await dataOf(page);
    const titles = await page.locator('#timeline figcaption > span:first-child').allTextContents();
    assert.deepEqual(titles, kSides.map((side) => `${side} ${secondsText(timeline[side].parallel_seconds)}`));
    const rows = await rowsOf(page, '#ranks');
    assert.equal(rows.length, timeline.ranks);
    for (const { rank, spans } of timeline.candidate.rows) {
      const computes = spans.filter(([, , what]) => what === 'compute').reduce((sum, [begin, end]) => sum + end - begin, 0);
      assert.equal(rows[rank][4], `${((computes / timeline.candidate.parallel_seconds) * 100).toFixed(1)}%`);
    }
    const ends = [];
    for (const i of [0, 1]) {
      const box = await chart(page, `.chart.timeline >> nth=${i}`);
      ends.push((await boxesOf(box, kLight.blocked)).reduce((most, { x, width }) => Math.max(most, x + width), 0));
    }
    assert.ok(ends[1] > ends[0] + 50, `${ends}`); // the candidate takes longer
  });
});

test('a span tells its rank, what it is and how long it takes', async () => {
  await onShared('fail', async (page) => {
    const { timeline } = await dataOf(page);
    const box = await chart(page, '.chart.timeline');
    const [[begin, end]] = timeline.baseline.rows[0].spans;
    await box.locator(`svg [fill="${kLight.compute}"]`).first().hover({ force: true });
    assert.equal(await page.locator('#timeline .card').first().textContent(), `rank 0 computes for ${secondsText(end - begin)}, from 0 s on`);
  });
});

test('many ranks are drawn in part, and nothing at all is said', async () => {
  await onShared('large', async (page) => {
    const { timeline } = await dataOf(page);
    assert.match(await page.locator('#timeline-section > p').first().textContent(), /on 500 ranks, replayed\. Of 500 ranks 200 are shown\.$/);
    const box = await chart(page, '.chart.timeline');
    const spans = timeline.baseline.rows.flatMap(({ spans }) => spans);
    assert.ok(spans.length <= 4000);
    const drawn = await Promise.all(['compute', 'overhead', 'blocked'].map((what) => boxesOf(box, kLight[what])));
    assert.equal(drawn.flat().length, spans.length);
    assert.equal(await page.locator('.chart.timeline').count(), 1);
  });
  await onShared('extreme', async (page) => {
    assert.match(await page.locator('#timeline-section').textContent(), /idle on 2 ranks, replayed\. It takes no time\./);
    assert.equal(await page.locator('.chart.timeline').count(), 0);
  });
});
