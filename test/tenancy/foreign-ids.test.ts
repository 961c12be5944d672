import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type Route, routes } from '../../src/rest/routes.ts';
import { comparable } from '../harness/comparable.ts';
import { operationAt } from '../harness/document.ts';
import type { RequestOptions } from '../harness/http.ts';
import type { ApiResponse } from '../harness/response.ts';
import { named, nameOf } from '../harness/routes.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { idsOf, neverExisted, rowsReader } from './harness/foreign-ids.ts';

// The clock stands still, so that times in two answers are equal.
const api = useApi({ tickMs: 0 });
let theirs: World;
let ours: World;
/** A team whose rows and answers contain nothing of the other two teams. */
let reader: World;
let foreign: Map<string, string>;
let theirRows: () => Promise<string[]>;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  theirs = await makeWorld(api());
  ours = await makeWorld(api(), { seats: 1_000_000 });
  reader = await makeWorld(api());
  await relate();
  foreign = await idsOf(api(), owned());
  theirRows = await rowsReader(api(), owned());
});

/** Depending on the seed of the run, one of the two teams becomes a sandbox of the other. */
async function relate(): Promise<void> {
  const [mine, other] = [ours.team.tenantId, theirs.team.tenantId];
  const [sandbox, parent] = [[], [mine, other], [other, mine]][inject('seed') % 3] ?? [];
  await api().sql.query(
    'update tenant set sandbox_of = $2, sandbox_used_at = now() where id = $1',
    [sandbox, parent],
  );
}

const owned = () => ({ column: 'tenant_id', value: theirs.team.tenantId }) as const;

type Slot = {
  where: string;
  ask: (id: string) => Promise<[path: string, options: RequestOptions]>;
};

/** Every place in a request that can hold an id. */
function slotsOf(route: Route): Slot[] {
  const { template, method } = route;
  const object = operationAt(inject('document'), method, `/api/public/v1${template}`)?.object;
  let unused: ReturnType<typeof validRequest> | undefined;
  /** If the path names an object that does not exist, the body is not used. So one body is enough. */
  const bodyOf = async () => {
    unused ??= validRequest(route, ours);
    return (await unused).body;
  };
  const inPath = template.includes('{')
    ? [
        {
          where: 'path',
          ask: async (id: string): Promise<[string, RequestOptions]> => {
            const body = await bodyOf();
            const path = template.replace(/\{\w+\}/, encodeURIComponent(id));
            return [path, body ? { body } : {}];
          },
        },
      ]
    : [];
  const inQuery = (object?.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .map(
      ({ name }): Slot => ({
        where: `query ${name}`,
        ask: async (id) => {
          const { path } = await validRequest(route, ours);
          return [`${path}?${name}=${encodeURIComponent(id)}`, {}];
        },
      }),
    );
  const properties = object?.requestBody?.content['application/json']?.schema.properties ?? {};
  const inBody = Object.keys(properties).map(
    (name): Slot => ({
      where: `body ${name}`,
      ask: async (id) => {
        const { path, body } = await validRequest(route, ours);
        return [path, { body: { ...body, [name]: id } }];
      },
    }),
  );
  return [...inPath, ...inQuery, ...inBody];
}

let requestCount = 0;
/** The last clean-up. Two at once could lock the same members in different orders, so they take turns. */
let forgetting: Promise<unknown> = Promise.resolve();

async function resetCount(): Promise<void> {
  // A delete would take its locks in another order than the requests that run at the same time.
  await api().sql.query('truncate rate_window');
  const { tenantId } = ours.team;
  await api().sql.query(`update member set created_through = 'app' where tenant_id = $1`, [
    tenantId,
  ]);
  // The condition names only rows that a request has created, because the others may be in use.
  await api().sql.query(
    `update webhook_endpoint set deleted_at = now() where tenant_id = $1 and secret <> 'sealed'`,
    [tenantId],
  );
}

async function askAs(
  world: World,
  route: Route,
  [path, options]: [path: string, options: RequestOptions],
): Promise<ApiResponse> {
  requestCount += 1;
  // Other tests check the limits. Here the windows are emptied often, so that no request reaches a limit.
  if (requestCount % 20 === 0) {
    forgetting = forgetting.then(resetCount);
    await forgetting;
  }
  return world.team.request(route.method, path, options);
}

/** The answer without the request id, the id that was sent and the ids that were made. */
function normal(response: ApiResponse, id: string): unknown {
  const text = JSON.stringify(comparable(response));
  return text
    .replaceAll(JSON.stringify(id).slice(1, -1), '(the id)')
    .replaceAll(/(mem|cas|asg|whe|whd)_[0-9a-z]{26}/g, '$1_(made)')
    .replaceAll(/whsec_\w+/g, '(secret)')
    .replaceAll(/new-\d+@example\.com/g, '(new)');
}

const slots = routes.flatMap((route) =>
  slotsOf(route).map((slot) => ({ name: nameOf(route), route, ...slot })),
);

describe('spec, general rule 3: an id of another tenant is exactly like one that never existed', () => {
  test.each(slots)('$name, $where', async ({ route, ask }) => {
    const before = await theirRows();
    const left = [...foreign];
    // Changes of members wait for each other. More of them at once could wait longer than a request may.
    const some = Array.from({ length: 8 }, async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        const [id, kind] = next;
        const absent = neverExisted(id);
        const answer = await askAs(ours, route, await ask(id));
        const expected = await askAs(ours, route, await ask(absent));
        expect([kind, normal(answer, id)]).toEqual([kind, normal(expected, absent)]);
        expectNothingForeign(answer, id);
      }
    });
    await Promise.all(some);
    expect(await theirRows()).toEqual(before);
  });

  test('a cursor of another tenant gets the same answer as a made-up cursor', async () => {
    const lists = slots.filter(({ where }) => where === 'query cursor');
    expect(lists.length).toBeGreaterThan(5);
    for (const { route, ask } of lists) {
      const page = await askAs(theirs, route, [`${route.template}?limit=1`, {}]);
      const cursor = String(page.body.next_cursor ?? 'none');
      const answer = await askAs(ours, route, await ask(cursor));
      const expected = await askAs(ours, route, await ask('A'.repeat(cursor.length)));
      expect(answer.status).toBe(422);
      expect(normal(answer, cursor)).toEqual(normal(expected, 'A'.repeat(cursor.length)));
    }
  });
});

function expectNothingForeign({ text, url }: ApiResponse, sent: string): void {
  for (const id of foreign.keys()) {
    if (id !== sent && text.includes(id)) throw new Error(`${url} shows ${foreign.get(id)} ${id}`);
  }
}

const reading = routes.filter(({ method }) => method === 'GET');

test.each(named(reading))('no page of $name shows anything of another team', async ({ route }) => {
  const { path } = await validRequest(route, reader);
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = cursor ? `?limit=3&cursor=${encodeURIComponent(cursor)}` : '';
    const response = await askAs(reader, route, [path + query, {}]);
    expect(response.status).toBe(200);
    expectNothingForeign(response, '');
    cursor = response.body.next_cursor ?? null;
  }
});

test('a person in two teams is two members, and neither team sees the other member', async () => {
  const both = await reader.team.addMember({ email: theirs.member.email });
  expect(both.userId).toBe(theirs.member.userId);
  const ids = async (path: string) =>
    (await reader.team.request('GET', path)).body.data.map(({ id }) => id);
  expect(await ids(`/trainings?user_id=${both.userId}`)).toEqual([]);
  expect(await ids(`/cases?user_id=${both.userId}`)).toEqual([]);
  expect((await reader.team.request('GET', `/users/${theirs.member.memberId}`)).status).toBe(404);
  expect((await reader.team.request('DELETE', `/users/${both.memberId}`)).status).toBe(200);
  const path = `/users/${theirs.member.memberId}`;
  expect((await theirs.team.request('GET', path)).body.status).toBe('active');
});
