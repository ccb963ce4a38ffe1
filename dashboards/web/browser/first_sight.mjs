// Tests what a person sees who has never seen the tool, and what people see who have no script.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeText, dataOf, drawn, kinds, onPage, onShared, overflow, texts } from './page.mjs';

test('the verdict is said in words', async () => {
  const said = { fail: 'fail', pass: 'pass', inconclusive: 'inconclusive', empty: 'inconclusive', extreme: 'fail' };
  for (const [kind, word] of Object.entries(said)) {
    await onShared(kind, async (page) => {
      assert.equal(await page.locator('.badge').textContent(), word);
      assert.ok((await page.title()).startsWith(`${word}: `));
    });
  }
});

for (const [device, viewport] of [
  ['desktop', { width: 1280, height: 720 }],
  ['phone', { width: 360, height: 640 }],
]) {
  test(`the first finding tells function, sizes and factor without scrolling: ${device}`, async () => {
    await onPage('fail', { viewport }, async (page) => {
      const { comparison } = await dataOf(page);
      const worst = comparison.series.filter((one) => one.case === 'allreduce').sort((a, b) => b.ratio - a.ratio)[0];
      const finding = page.locator('#findings li').first();
      const { y, height } = await finding.boundingBox();
      assert.ok(y + height <= viewport.height, `it ends at ${y + height}`);
      const factor = changeText(worst.ratio).slice(1);
      const text = await finding.textContent();
      assert.ok(text.startsWith('allreduce got slower at 8 B to 1 MiB (8 of 8 sizes), most at '), text);
      assert.ok(text.includes(`: by ${factor} [`), text);
    });
  });
}

test('headline and findings are those of the data, and of the page without scripts', async () => {
  await onShared('fail', async (page) => {
    const { headline, findings, subject } = await dataOf(page);
    assert.equal(headline, 'allreduce and bcast got slower: 10 of 50 series fail.');
    assert.equal(await page.locator('#headline').textContent(), headline);
    assert.equal(await page.locator('.subject').textContent(), subject);
    const said = await texts(page, '#findings li');
    assert.deepEqual(said, findings.map(({ text }) => text));
    assert.equal(said.length, 5);
    assert.equal(await page.getByText('need JavaScript').count(), 0);
    await onPage('fail', { javaScriptEnabled: false }, async (plain) => {
      assert.ok(await plain.getByRole('heading', { level: 1 }).isVisible());
      assert.equal(await plain.locator('#headline').textContent(), headline);
      assert.deepEqual(await texts(plain, '#findings li'), said);
      assert.ok(await plain.getByText('need JavaScript').isVisible());
      assert.equal(await plain.locator('section:visible').count(), 1);
    });
  });
});

test('the loss of applications is named behind the slower series', async () => {
  await onShared('fail', async (page) => {
    const said = await texts(page, '#findings li');
    assert.match(said[0], /^allreduce got slower/);
    assert.equal(said[1], 'solver: +1.3% [0.9, 1.7], of which allreduce 64 KiB 1.1, send 512 B 0.2.');
    assert.match(said[2], /^halo: \+0\.02% /);
    assert.match(said[3], /^bcast got slower/);
  });
  await onShared('extreme', async (page) => {
    assert.ok((await texts(page, '#findings li')).includes('quadruple: +310.0% [290.0, 340.0], of which gather 8 B 310.0.'));
  });
});

test('an empty comparison has no empty charts', async () => {
  await onShared('empty', async (page) => {
    assert.equal(await page.locator('.chart').count(), 0);
    assert.equal(await page.locator('#series').count(), 0);
    assert.ok(await page.getByText('scan/bytes:8/ranks:2: only in the candidate').isVisible());
  });
});

test('sections without data are left out, others are linked at the top', async () => {
  await onShared('pass', async (page) => {
    for (const id of ['history', 'calibration', 'impact', 'timeline', 'network']) assert.equal(await page.locator(`#${id}-section`).count(), 0);
    assert.equal(await page.getByText('Distribution of observations').count(), 0);
  });
  await onShared('fail', async (page) => {
    await page.getByRole('navigation').getByRole('link', { name: 'History' }).click();
    await page.waitForFunction(() => scrollY > 500);
    assert.equal(await page.locator('nav a').count(), await page.locator('main > section:not(#findings)').count());
  });
});

test('each section names the command that prints its numbers', async () => {
  await onShared('fail', async (page) => {
    const { commands } = await dataOf(page);
    const said = await texts(page, '.command code');
    assert.deepEqual(new Set(said), new Set(Object.values(commands)));
  });
});

test('the worst twelve of many findings are shown, and a button adds more', async () => {
  await onShared('huge', async (page) => {
    const { findings } = await dataOf(page);
    const said = page.locator('#findings li');
    assert.equal(await said.count(), 12);
    await page.getByRole('button', { name: `Show 12 more of ${findings.length - 12} sentences` }).click();
    assert.deepEqual(await said.allTextContents(), findings.slice(0, 24).map(({ text }) => text));
  });
});

// The last on each page, which has another width afterwards.
for (const kind of kinds) {
  test(`${kind}: opens without a complaint and fits a phone`, async () => {
    await onShared(kind, async (page) => {
      assert.equal(await overflow(page), 0);
      await page.setViewportSize({ width: 360, height: 640 });
      // Charts follow the width when the browser comes to it; a page that never fits fails by the time limit.
      await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
      // All the way down, so that every chart is drawn at this width.
      for (let at = 0; at < (await page.evaluate(() => document.documentElement.scrollHeight)); at += 1200) {
        await page.evaluate((y) => scrollTo(0, y), at);
        await drawn(page);
      }
      assert.ok((await overflow(page)) <= 0);
    }, { last: true });
  });
}
