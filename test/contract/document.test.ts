import { createHash } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

describe('D24: openapi.v1.json', () => {
  test('needs no key, is charged to the address, and is the document that these tests check', async () => {
    for (const path of [`${BASE_PATH}/openapi.v1.json`, '/openapi.v1.json']) {
      const response = await api().requestAt('GET', path);
      expect(response.status).toBe(200);
      // The address of this server differs from that in the document.
      const { externalDocs, servers: _, ...rest } = inject('document');
      expect(response.body).toMatchObject(rest);
      // This server explains its errors on this page.
      expect(response.body.externalDocs).toEqual({
        ...externalDocs,
        url: 'http://localhost:3000/errors',
      });
      // Programs that get only the document find the address of the API here.
      expect(response.body.servers).toMatchObject([{ url: `http://localhost:3000${BASE_PATH}` }]);
      expect(response.headers['ratelimit-limit']).toBe('120');
    }
  });

  test('D20: has the only ETag, and answers 304 to a client that has it', async () => {
    const url = '/openapi.v1.json';
    const { headers, text } = await api().requestAt('GET', url);
    expect(createHash('sha256').update(text).digest('base64url')).toBe(
      /^W\/"(.+)"$/.exec(String(headers.etag))?.[1],
    );
    const again = await api().requestAt('GET', url, {
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect(again.status).toBe(304);
  });
});

test('pages of any origin may load openapi.v1.json, and nothing else', async () => {
  const origin = { headers: { origin: 'https://editor.example' } };
  const cors = 'access-control-allow-origin';
  for (const path of [`${BASE_PATH}/openapi.v1.json`, '/openapi.v1.json']) {
    const answer = await api().requestAt('GET', path, origin);
    expect(answer.headers[cors]).toBe('*');
    const headers = { ...origin.headers, 'if-none-match': String(answer.headers.etag) };
    const again = await api().requestAt('GET', path, { headers });
    expect([again.status, again.headers[cors]]).toEqual([304, '*']);
  }
  const team = await makeTeam(api());
  const me = await team.request('GET', '/me', origin);
  expect(me.headers).not.toHaveProperty(cors);
  const chosen = await api().beside({ env: { CORS_ORIGINS: 'https://app.example' } });
  const document = await chosen.requestAt('GET', '/openapi.v1.json', origin);
  expect([document.headers[cors], document.headers.vary]).toEqual([
    '*',
    expect.stringMatching('Origin'),
  ]);
  await chosen.close();
});
