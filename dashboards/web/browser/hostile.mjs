import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, chart, firstRow, folder, onShared } from './page.mjs';

test('hostile names are text wherever they are shown', async () => {
  await onShared('hostile', async (page) => {
    assert.equal(await page.locator('script').count(), 2);
    assert.equal(await page.locator('img, #headline b, #findings b, svg[onload]').count(), 0);
    assert.match(
      await page.locator('#headline').textContent(),
      /^allreduce<\/script><script>alert\(1\)<\/script><b>bold<\/b> and/,
    );
    assert.match((await firstRow(page))[1], /^<\/script><script>alert\(1\)<\/script>allreduce/);
    await chart(page, '.chart.map');
    await page
      .locator('.chart.map text', { hasText: /^\+2\d\.\d%$/ })
      .first()
      .hover({ force: true });
    assert.match(await page.locator('.card strong').first().textContent(), /^<\/script><script>alert\(1\)/);
    assert.equal(await page.locator('.card b').count(), 0);
    const changes = await page.locator('#changes').textContent();
    assert.ok(changes.includes('Open MPI 4.1.5</script><script>alert(4)</script>'));
    for (const table of ['#applications', '#parameters', '#timeline-section']) {
      assert.match(await page.locator(table).textContent(), /(solver|same-host)<\/script><script>alert\(4\)<\/script>/);
    }
    assert.match(await page.locator('#calibration').textContent(), /the gate<\/script><script>alert\(4\)/);
  });
});

test('a name of ten thousand letters does not push the others away', async () => {
  await onShared('hostile', async (page) => {
    const link = page.locator('#series a', { hasText: 'xxxxxxxx' });
    assert.ok((await link.textContent()).length > 10000);
    const box = await link.boundingBox();
    assert.ok(box.height < 100 && box.width < 1200, JSON.stringify(box));
    await link.click();
    await page.waitForFunction(() => document.querySelector('.chart.launches').ariaLabel.includes('xxxx'));
    assert.ok((await page.locator('#history figcaption').boundingBox()).height < 150);
  }, { last: true });
});

test('the policy lets no markup, script or request in', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`file://${folder}/fail.html`);
  const refused = await page.evaluate(async () => {
    const throws = (action) => {
      try {
        action();
      } catch {
        return true;
      }
      return false;
    };
    const script = document.createElement('script');
    const image = new Image();
    return {
      markup: throws(() => (document.querySelector('#findings').innerHTML = '<b>x</b>')),
      script: throws(() => (script.text = 'alert(1)')),
      request: await fetch('http://127.0.0.1:9/').then(
        () => false,
        () => true,
      ),
      image: await new Promise((done) => {
        addEventListener('securitypolicyviolation', (event) => event.effectiveDirective === 'img-src' && done(true));
        image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
      }),
    };
  });
  assert.deepEqual(refused, { markup: true, script: true, request: true, image: true });
  await context.close();
});
