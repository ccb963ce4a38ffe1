// node measure_opening.mjs FOLDER [ROUNDS]: how long the reports in FOLDER (dashboards/report/write_examples) take to open
// in Chromium, and how smoothly they scroll. Files take turns, so that a busy minute hits all of them; a table of
// medians with the smallest and the largest.
import { statSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [folder, rounds = '7'] = process.argv.slice(2);
const kinds = ['empty', 'fail', 'large', 'huge'];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

// From the request until all charts that the window shows are drawn.
async function open(page, kind) {
  const begin = performance.now();
  await page.goto(`file://${folder}/${kind}.html`);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.chart')].every(
      (box) => box.getBoundingClientRect().top > innerHeight || box.querySelector('svg path'),
    ),
  );
  return performance.now() - begin;
}

// Milliseconds between frames while the page scrolls from top to end, 200 pixels a frame, at most 200 frames.
const scroll = (page) =>
  page.evaluate(async () => {
    const frames = [];
    let last = await new Promise(requestAnimationFrame);
    for (let i = 0; i < 200 && scrollY + innerHeight < document.documentElement.scrollHeight - 1; ++i) {
      scrollBy(0, 200);
      const now = await new Promise(requestAnimationFrame);
      frames.push(now - last);
      last = now;
    }
    return frames.sort((a, b) => a - b);
  });

// To sort 10000 rows by a click and to have drawn the first of them; to filter them by a word.
async function use(page) {
  const after = async (action) => {
    const begin = performance.now();
    await action();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    return performance.now() - begin;
  };
  const sort = await after(() => page.evaluate(() => document.querySelector('#series th:nth-child(2) button').click()));
  const filter = await after(() =>
    page.evaluate(() => {
      const input = document.querySelector('#table-section input');
      input.value = 'fail';
      input.dispatchEvent(new Event('input'));
    }),
  );
  return { sort, filter };
}

const seen = new Map(kinds.map((kind) => [kind, { open: [], middle: [], late: [], sort: [], filter: [] }]));
for (let round = 0; round < Number(rounds); ++round) {
  for (const kind of kinds) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const times = seen.get(kind);
    times.open.push(await open(page, kind));
    const frames = await scroll(page);
    times.middle.push(frames[Math.floor(frames.length / 2)] ?? 0);
    times.late.push(frames[Math.floor(frames.length * 0.95)] ?? 0);
    if (kind !== 'empty') {
      const { sort, filter } = await use(page);
      times.sort.push(sort);
      times.filter.push(filter);
    }
    await page.close();
  }
}
await browser.close();

function text(values) {
  if (values.length === 0) return '-';
  const sorted = [...values].sort((a, b) => a - b);
  return `${Math.round(sorted[Math.floor(sorted.length / 2)])} (${Math.round(sorted[0])} to ${Math.round(sorted.at(-1))})`;
}
console.log('| report | file, MB | opens, ms | frame while scrolling, ms | 95% of frames below, ms | sort, ms | filter, ms |');
console.log('|---|---:|---:|---:|---:|---:|---:|');
for (const [kind, { open, middle, late, sort, filter }] of seen) {
  const size = (statSync(`${folder}/${kind}.html`).size / 1e6).toFixed(2);
  console.log(`| ${kind} | ${size} | ${[open, middle, late, sort, filter].map(text).join(' | ')} |`);
}
