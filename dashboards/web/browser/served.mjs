// The page of kind "web", with a server that knows one comparison: what `mpigauge serve --web` relies on.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { browser, folder } from './page.mjs';

const embedded = (kind) =>
  /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(readFileSync(`${folder}/${kind}.html`, 'utf8'))[1];

async function served(body) {
  const server = createServer((request, answer) => {
    const { pathname, searchParams } = new URL(request.url, 'http://x');
    const known = pathname === '/api/compare' && searchParams.get('baseline') === 'a/b';
    if (pathname === '/') return answer.end(readFileSync(`${folder}/web.html`));
    answer.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
    return answer.end(known ? embedded('fail') : '{"error": "no run is called <b>that</b>"}');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const page = await browser.newPage();
  const url = `http://127.0.0.1:${server.address().port}/`;
  const requests = [];
  page.on('request', (request) => requests.push(request.url().slice(url.length - 1)));
  await body(page, url, requests);
  await page.close();
  server.close();
}

test('a comparison is loaded from its own server, once for all of its series', async () => {
  await served(async (page, url, requests) => {
    await page.goto(`${url}#/compare?baseline=a%2Fb&candidate=c`);
    await page.locator('.banner.fail').waitFor();
    await page.locator('#series').getByRole('link', { name: 'allreduce/bytes:8/ranks:2' }).click();
    await page.waitForFunction(() => document.querySelector('.chart.launches').ariaLabel.endsWith('allreduce/bytes:8/ranks:2'));
    assert.match(page.url(), /#\/compare\?baseline=a%2Fb&candidate=c&series=allreduce%2Fbytes%3A8%2Franks%3A2$/);
    assert.deepEqual(requests.filter((path) => path.startsWith('/api')), ['/api/compare?baseline=a%2Fb&candidate=c']);
  });
});

test('an error of the server is shown', async () => {
  await served(async (page, url) => {
    await page.goto(`${url}#/compare?baseline=x&candidate=c`);
    assert.equal(await page.getByRole('alert').textContent(), 'no run is called <b>that</b>');
  });
});

test('the served page may ask its own server and nobody else', async () => {
  await served(async (page, url) => {
    await page.goto(url);
    const asked = (address) =>
      page.evaluate((to) => fetch(to).then(() => 'answered', () => 'refused'), address);
    assert.equal(await asked('api/none'), 'answered');
    const violated = page.evaluate(() => new Promise((done) => addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective))));
    assert.equal(await asked('http://127.0.0.1:9/'), 'refused');
    assert.equal(await violated, 'connect-src');
  });
});
