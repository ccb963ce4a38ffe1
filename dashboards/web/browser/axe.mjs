// Runs axe-core on a page: its rules for WCAG 2.1 (A and AA) and its best practices.
import assert from 'node:assert/strict';
import axe from 'axe-core';

const kRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

// The debugger's protocol puts the script in; the page's own policy lets no other script run.
async function addAxe(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: `window.axe || (() => { ${axe.source} })()` });
  await session.detach();
}

// Returns a line for each element that breaks a rule: the rule, the element's selector, and why (of colours: which).
export async function faultsOf(page) {
  await addAxe(page);
  const { violations } = await page.evaluate(
    (values) => window.axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] }),
    kRules,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`),
  );
}

// Fails with these lines where axe-core finds anything, in a wide and a narrow window, light and dark.
export async function assertAccessible(page) {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [1280, 400]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      assert.deepEqual(await faultsOf(page), [], `${colorScheme}, ${width} pixels`);
    }
  }
}
