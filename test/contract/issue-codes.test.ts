import { expect, test } from 'vitest';
import type { z } from 'zod';
import { routes } from '../../src/rest/routes.ts';
import type { FieldIssue } from '../../src/shared/errors/errors.ts';
import { type IssueCode, issueCodeNames } from '../../src/shared/errors/issue-codes.ts';
import type { RequestOptions } from '../harness/http.ts';
import { nameOf } from '../harness/routes.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest } from '../harness/valid-requests.ts';
import { makeWorld } from '../harness/world.ts';

const api = useApi();

type CalledWith = [method: string, path: string, options?: RequestOptions];

const invite = (body: string | Record<string, unknown>): CalledWith => [
  'POST',
  '/users',
  typeof body === 'string' ? { raw: body } : { body },
];

/** A request for each code. A new code without a request does not compile. */
const provoked: Record<IssueCode, CalledWith> = {
  invalid_type: invite({ email: 5 }),
  invalid_value: invite({ email: 'a@example.com', role: 'boss' }),
  invalid_format: invite({ email: 'nobody' }),
  too_small: ['POST', '/assignments', { body: { title: '  ' } }],
  too_big: invite({ email: 'a@example.com', lang: 'e'.repeat(36) }),
  unrecognized_key: invite({ email: 'a@example.com', team: 'x' }),
  duplicate: ['GET', '/users?limit=1&limit=2'],
  bracketed: ['GET', '/users?limit[gt]=1'],
  invalid_name: ['GET', '/users?=1'],
  invalid_cursor: ['GET', '/users?cursor=x'],
  cursor_expired: ['GET', '/events?since=2020-01-01T00:00:00Z'],
  invalid_encoding: ['GET', '/users?cursor=%ff'],
  invalid_text: invite({ email: 'a\0@example.com' }),
  invalid_json: invite('{'),
  not_an_object: invite('[]'),
  too_deep: invite(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`),
  inexact: invite('{"email":12345678901234567891}'),
};

const codesOf = (body: { errors?: FieldIssue[] }) => body.errors?.map(({ code }) => code) ?? [];

test.each(issueCodeNames)('errors[].code %s', async (code) => {
  const team = await makeTeam(api());
  const { status, body } = await team.request(...provoked[code]);
  expect([status, codesOf(body as { errors?: FieldIssue[] })]).toEqual([
    422,
    expect.arrayContaining([code]),
  ]);
});

test('NUL has one code, in the query, in the path and in the body', async () => {
  const team = await makeTeam(api());
  const bodies = [
    await team.request('GET', '/trainings?user_id=%00'),
    await team.request('GET', '/users/mem_%00'),
    await team.request('POST', '/users', { body: { email: '\0' } }),
  ].map(({ body }) => codesOf(body as { errors?: FieldIssue[] }));
  expect(bodies).toEqual([['invalid_text'], ['invalid_text'], ['invalid_text']]);
});

/** Values of each type. Most fields refuse most of them. */
const values = [0, 1.5, true, null, '', 'x', 'x'.repeat(300), [], ['x'], [1], {}, { a: 1 }];
const validatorsWords =
  /\b(Invalid|expected|received|Too (big|small)|undefined|NaN|Unrecognized|RegExp|regex)\b/;

test.each(routes.map((route) => ({ name: nameOf(route), route })))(
  '$name says in our own words what is expected',
  async ({ route }) => {
    const { team, ...world } = await makeWorld(api(), { rateLimit: 1_000_000 });
    const { path, body } = await validRequest(route, { team, ...world });
    const details = await refusalsOf(team, route, { path, body });
    for (const detail of details) expect(detail).not.toMatch(validatorsWords);
    for (const detail of details) expect(detail).toMatch(/^[A-Z0-9].*\.$/s);
  },
);

type Valid = { path: string; body: Record<string, unknown> | undefined };
type Asks = { method: string; input: z.ZodObject; pathParameters: ReadonlySet<string> };

async function refusalsOf(team: TestTeam, route: Asks, valid: Valid): Promise<string[]> {
  const names = Object.keys(route.input.shape).filter((name) => !route.pathParameters.has(name));
  const details = new Set<string>();
  for (const name of names) {
    for (const value of values) {
      // New windows of the rate limits begin.
      api().clock.travel(1_000);
      const inQuery = `${valid.path}?${name}=${encodeURIComponent(String(value))}`;
      const { body } =
        route.method === 'GET'
          ? await team.request('GET', inQuery)
          : await team.request(route.method, valid.path, {
              body: { ...valid.body, [name]: value },
            });
      for (const { detail } of body.errors ?? []) details.add(detail);
    }
  }
  return [...details];
}
