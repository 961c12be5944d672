import { beforeAll, expect, test } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;

beforeAll(async () => {
  team = await makeTeam(api());
});

const unknownPaths = [
  '/nothing',
  '/%',
  '/%zz',
  '/%6detrics',
  '/metrics/',
  '/healthz/',
  '/Healthz',
  '//healthz',
  '/errors/',
  '/./errors',
  `${BASE_PATH}%2Fme`,
  `/API/public/v1/me`,
  '/Trpc/a',
  '*',
  'http://[/me',
];

test.each(unknownPaths)(
  '%s is answered with the 404 of the contract, not with that of Express',
  async (target) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const response = await api().requestAt(method, target, { key: team.key });
      expect([method, response.status, response.body.code]).toEqual([method, 404, 'not_found']);
      expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  },
);

test.each(['/', '/errors', '/healthz', '/readyz', '/metrics', `${BASE_PATH}/me`, '/nothing'])(
  'the answer of %s shows nothing of Express',
  async (path) => {
    const { headers } = await api().requestAt('GET', path, { key: team.key });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.etag).toBeUndefined();
  },
);

test('a page has no methods but GET and HEAD', async () => {
  for (const method of ['POST', 'OPTIONS', 'DELETE']) {
    expect((await api().requestAt(method, '/healthz')).status).toBe(404);
  }
  const head = await api().requestAt('HEAD', '/healthz');
  expect([head.status, head.text]).toEqual([200, '']);
});

test('a target in absolute form means its path (RFC 9112, 3.2.2)', async () => {
  const { key } = team;
  expect((await api().requestAt('GET', `http://a.example${BASE_PATH}/me`, { key })).status).toBe(
    200,
  );
  expect((await api().requestAt('GET', `http://a:99999999${BASE_PATH}/me`, { key })).status).toBe(
    200,
  );
});
