import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { errorCatalogue } from '../../src/shared/errors.ts';
import { pageHeaders } from '../../src/web/pages/page.ts';
import { startPage } from '../../src/web/pages/start-page.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

async function get(at: string, language: string) {
  const headers = { 'accept-language': language };
  return fetch(`http://127.0.0.1:${api().port}${at}`, { headers, redirect: 'manual' });
}

describe.each(['de', 'en'] as const)('in the language %s', (language) => {
  test('D76: the page that the type of a problem points to has a place for every code', async () => {
    const pointed = await get('/errors', language);
    expect([pointed.status, pointed.headers.get('vary')]).toEqual([302, 'Accept-Language, Cookie']);
    const to = pointed.headers.get('location') ?? '';
    expect(to).toBe(`/docs/${language}/errors`);
    const html = await (await get(to, language)).text();
    for (const code of Object.keys(errorCatalogue)) {
      expect(html.split(` id="${code}"`).length, code).toBe(2);
    }
  });

  test('the root names the app, the documentation and the API', async () => {
    const root = await get('/', language);
    expect([root.status, root.headers.get('vary')]).toEqual([200, 'Accept-Language, Cookie']);
    const html = await root.text();
    expect(html).toContain(`<html lang="${language}">`);
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, to = '']) => to);
    expect(links).toEqual(['/app/', `/docs/${language}/`, '/api/public/v1/openapi.v1.json']);
    for (const to of links) expect((await get(to, language)).status).toBe(200);
  });
});

test('the policy of the pages allows their one style sheet', () => {
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(startPage('http://a', 'en')) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(pageHeaders['Content-Security-Policy']).toContain(`style-src 'sha256-${hash}'`);
});
