import { describe, expect, test } from 'vitest';
import { errorCatalogue } from '../../src/shared/errors/errors.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

/** What browsers accept when somebody follows a link. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';

async function get(at: string, language: string, more: object = {}, method = 'GET') {
  const headers = { 'accept-language': language, ...more };
  return fetch(`http://127.0.0.1:${api().port}${at}`, { method, headers, redirect: 'manual' });
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

  test('the root leads to the documentation in the language of the visitor, and is asked for each time', async () => {
    const { status, headers } = await get('/', language);
    expect([status, headers.get('location')]).toEqual([302, `/docs/${language}/`]);
    expect(headers.get('vary')).toBe('Accept-Language, Cookie');
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test('a browser at an unknown path gets the 404 page of the documentation', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await get('/nope', language, { accept: BROWSER }, method);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      // A cache must give this page neither to a program nor to a reader of the other language.
      expect(answer.headers.get('vary')).toBe('Accept, Accept-Language, Cookie, Accept-Encoding');
      const html = await answer.text();
      const page = await (await get(`/docs/${language}/nope`, language)).text();
      expect(html).toBe(method === 'HEAD' ? '' : page);
    }
  });
});

test('a program at an unknown path gets the problem, and so does a browser at a path of the API or with another method', async () => {
  for (const [at, accept, method] of [
    ['/nope', undefined],
    ['/nope', '*/*'],
    ['/nope', 'application/json'],
    ['/nope', 'application/json, text/html;q=0.9'],
    ['/app/assets/gone.js', '*/*'],
    ['/api/v1/users', BROWSER],
    ['/nope', BROWSER, 'POST'],
  ] as const) {
    const answer = await get(at, 'en', accept ? { accept } : {}, method);
    expect([at, accept, answer.status, answer.headers.get('content-type')]).toEqual([
      at,
      accept,
      404,
      'application/problem+json',
    ]);
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  }
});
