import { describe, expect, test } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import type { TestApi } from '../harness/api.ts';
import { useApi } from '../harness/use-api.ts';

const paths = ['/', '/errors', '/app/', '/docs/en', '/trpc/nothing', '/nothing', '/%'];
const all = [...paths, `${BASE_PATH}/me`, `${BASE_PATH}/nothing`, '/app/export/nothing.csv'];

async function hstsOf({ port }: TestApi, path: string, proto?: string): Promise<string | null> {
  const headers = proto === undefined ? {} : { 'x-forwarded-proto': proto };
  const url = `http://127.0.0.1:${port}${path}`;
  const answer = await fetch(url, { headers, redirect: 'manual' });
  await answer.body?.cancel();
  return answer.headers.get('strict-transport-security');
}

describe('at an https PUBLIC_URL', () => {
  const api = useApi({ env: { PUBLIC_URL: 'https://app.example.com' } });

  test.each(all)('%s tells browsers to come over TLS alone for a year', async (path) => {
    expect(await hstsOf(api(), path)).toBe('max-age=31536000');
    expect(await hstsOf(api(), path, 'https')).toBe('max-age=31536000');
  });

  test('the answer to a request without TLS does not have the header (RFC 6797, 7.2)', async () => {
    for (const path of all) expect(await hstsOf(api(), path, 'http')).toBe(null);
  });
});

describe('without TLS', () => {
  const api = useApi({ env: { PUBLIC_URL: 'http://app.example.com' } });

  test('no answer has the header, whatever the request says about its protocol', async () => {
    for (const path of all) expect(await hstsOf(api(), path, 'https')).toBe(null);
  });
});
