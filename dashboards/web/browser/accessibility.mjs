import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, faultsOf } from './axe.mjs';
import { kinds, onShared } from './page.mjs';

// The elements of the two largest ones are those of the others, and axe-core takes a minute for them.
for (const kind of kinds.filter((one) => one !== 'large' && one !== 'huge')) {
  test(`axe-core finds nothing: ${kind}`, () => onShared(kind, assertAccessible, { last: kind !== 'fail' }));
}

test('axe-core finds a colour that is hard to read, and a control without a name', async () => {
  await onShared('fail', async (page) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.evaluate(() => {
      document.documentElement.style.setProperty('--muted', '#c0c0c0');
      document.querySelector('#series-choice').parentElement.replaceWith(document.querySelector('#series-choice'));
    });
    const faults = (await faultsOf(page)).join('\n');
    assert.match(faults, /^color-contrast: \.subject: .*#c0c0c0/m);
    assert.match(faults, /^select-name: #series-choice: /m);
  }, { last: true });
});
