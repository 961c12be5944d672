import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DocsSite } from '../../src/web/docs-site.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi({ env: { PUBLIC_URL: 'https://api.customer.example' } });

async function get(at: string, headers: Record<string, string> = {}, method = 'GET') {
  const options = { method, headers, redirect: 'manual' } as const;
  const response = await fetch(`http://127.0.0.1:${api().port}${at}`, options);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const GUIDE = '/docs/en/guides/first-request';

describe('the documentation at /docs', () => {
  test('begins in German or English, as the browser prefers and as the API answers', async () => {
    for (const [preferred, language] of [
      ['', 'de'],
      ['fr', 'de'],
      ['en', 'en'],
      ['de;q=0.8, en-GB', 'en'],
    ] as const) {
      for (const address of ['/docs', '/docs/']) {
        const { status, headers } = await get(
          address,
          preferred ? { 'accept-language': preferred } : {},
        );
        expect([status, headers.get('location')]).toEqual([302, `/docs/${language}/`]);
        expect(headers.get('vary')).toBe('Accept-Language, Cookie');
      }
    }
  });

  test('begins in the language that the visitor has chosen on a page, whatever the browser prefers', async () => {
    for (const [cookie, language] of [
      ['language=en', 'en'],
      ['a=b; language=en; c=d', 'en'],
      ['language=fr', 'de'],
      ['xlanguage=en', 'de'],
      ['language="en"', 'de'],
    ] as const) {
      for (const [address, to] of [
        ['/', `/docs/${language}/`],
        ['/docs/', `/docs/${language}/`],
        ['/errors', `/docs/${language}/errors`],
      ] as const) {
        const { headers } = await get(address, { cookie, 'accept-language': 'de' });
        expect([cookie, headers.get('location')]).toEqual([cookie, to]);
      }
      expect((await get('/docs/de/', { cookie })).text).toContain('<html lang="de">');
    }
  });

  test('has each page as HTML and, at its address with .md, as Markdown', async () => {
    for (const [address, markdown] of [
      ['/docs/en/', '/docs/en/index.md'],
      [GUIDE, `${GUIDE}.md`],
    ] as const) {
      const page = await get(address);
      expect([page.status, page.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(page.text).toContain(`href="${markdown}"`);
      const text = await get(markdown);
      expect(text.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(text.text).toMatch(/^# /);
    }
  });

  test('has a policy that allows nothing inline but its own script, and nothing from other addresses', async () => {
    const { headers } = await get(GUIDE);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self' 'sha256-[^' ]+';/);
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('has examples with the address of this installation', async () => {
    for (const address of [GUIDE, `${GUIDE}.md`]) {
      for (const coding of ['identity', 'gzip', 'br']) {
        const { text } = await get(address, { 'accept-encoding': coding });
        expect(text).toContain('https://api.customer.example/api/public/v1');
        expect(text).not.toContain('localhost:3000');
      }
    }
  });

  test('has a Postman collection, a JSON file with the address of this installation', async () => {
    const { headers, text } = await get('/docs/postman.json');
    expect(headers.get('content-type')).toBe('application/json');
    expect(JSON.parse(text).variable[0]).toEqual({
      key: 'baseUrl',
      value: 'https://api.customer.example/api/public/v1',
      type: 'string',
    });
    expect(text).not.toMatch(/localhost|team\.example/);
  });

  test('has pages that a browser asks for each time, and sends them again only if they have changed', async () => {
    const { headers } = await get(GUIDE);
    expect(headers.get('cache-control')).toBe('no-cache');
    const etag = headers.get('etag') ?? '';
    const again = await get(GUIDE, { 'if-none-match': etag });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await get(GUIDE, { 'if-none-match': '"other"' })).status).toBe(200);
    const [, script = ''] = /src="(\/docs\/assets\/[^"]+\.js)"/.exec((await get(GUIDE)).text) ?? [];
    expect((await get(script)).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    );
  });

  test('redirects an address with a missing slash, a further slash or the name of the file to the page', async () => {
    for (const [address, to] of [
      ['/docs/en', '/docs/en/'],
      [`${GUIDE}/`, GUIDE],
      [`${GUIDE}.html`, GUIDE],
    ] as const) {
      const { status, headers } = await get(address);
      expect([address, status, headers.get('location')]).toEqual([address, 308, to]);
    }
  });

  test('answers an unknown address with a page that says so, in the language of the address', async () => {
    const own = ['/docs/en/404', '/docs/en/404.html'];
    for (const address of [
      '/docs/en/nothing',
      '/docs/en/assets/x.js',
      '/docs/en/../../package.json',
      ...own,
    ]) {
      const { status, text } = await get(address);
      if (address.includes('..')) expect(status).toBe(404);
      else expect([status, text.includes('There is no such page')]).toEqual([404, true]);
    }
    expect((await get('/docs/nichts')).text).toContain('Diese Seite gibt es nicht');
    expect((await get('/docs/de/', {}, 'POST')).status).toBe(404);
    const head = await get(GUIDE, {}, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
  });
});

test.each([
  ['/docs/en.md', '/docs/en/index.md'],
  ['/docs/en/.md', '/docs/en/index.md'],
  ['/docs/de/reference.md', '/docs/de/reference/index.md'],
  ['/docs/de/reference/.md', '/docs/de/reference/index.md'],
])('%s leads to the Markdown of the page that starts the folder', async (address, to) => {
  const { status, headers } = await get(address);
  expect([status, headers.get('location')]).toEqual([308, to]);
  expect((await get(to)).text).toMatch(/^# /);
});

test('/llms.txt names each page in English, with the address of this installation', async () => {
  const { status, headers, text } = await get('/llms.txt');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const links = [...text.matchAll(/\]\(https:\/\/api\.customer\.example(\/[^)]+\.md)\)/g)];
  expect(links.length).toBeGreaterThan(8);
  for (const [, address = ''] of links)
    expect([address, (await get(address)).status]).toEqual([address, 200]);
  expect(text).not.toContain('localhost');
  expect((await get('/llms.txt/')).status).toBe(404);
});

describe('a build in a folder', () => {
  const requestOf = (at: string, acceptEncoding?: string) => ({
    path: at,
    language: 'en' as const,
    acceptEncoding,
    ifNoneMatch: undefined,
  });

  test('that is missing is replaced by a page that says what to do, and its policy allows its style sheet', async () => {
    const site = new DocsSite(
      { publicUrl: 'http://a', operatorDocs: true, egressAddresses: [] },
      path.join(os.tmpdir(), 'team-api-no-such-folder'),
    );
    expect(site.isBuilt).toBe(false);
    const answer = await site.answer(requestOf('/docs/en/'));
    expect([answer?.status, answer?.body.toString()]).toEqual([
      503,
      expect.stringContaining('node scripts/setup.mjs'),
    ]);
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(answer?.body.toString() ?? '') ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(answer?.headers['Content-Security-Policy']).toContain(`style-src 'sha256-${hash}'`);
    expect(await site.missing(requestOf('/nope'))).toBeUndefined();
  });

  test('is read again when it was built again', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-docs-'));
    await mkdir(path.join(folder, 'en'));
    const site = new DocsSite(
      { publicUrl: 'http://a', operatorDocs: true, egressAddresses: [] },
      folder,
    );
    for (const text of ['first', 'second build']) {
      await writeFile(path.join(folder, 'en/index.html'), text);
      await writeFile(path.join(folder, '.made-from'), text);
      expect((await site.answer(requestOf('/docs/en/')))?.body.toString()).toBe(text);
    }
  });

  test('is sent in the compression that the browser prefers', async () => {
    const site = new DocsSite({
      publicUrl: 'http://localhost:3000',
      operatorDocs: true,
      egressAddresses: [],
    });
    const plain = (await site.answer(requestOf('/docs/en/')))?.body.toString();
    const br = await site.answer(requestOf('/docs/en/', 'gzip, br'));
    expect(brotliDecompressSync(br?.body ?? '').toString()).toBe(plain);
    const gzip = await site.answer(requestOf('/docs/en/', 'gzip'));
    expect(gunzipSync(gzip?.body ?? '').toString()).toBe(plain);
  });
});
