import { beforeAll, describe, expect, test } from 'vitest';
import { preparedTexts } from '../../src/db/team-db.ts';
import { raiseEvent } from '../../src/features/webhooks/raise-event.ts';
import { asSystem } from '../../src/operation/system-call.ts';
import { routes } from '../../src/rest/routes.ts';
import { nameOf } from '../harness/routes.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest, withBody } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld } from '../harness/world.ts';

const api = useApi();

/** The body, and the body without each choice of these fields. */
function* without(body: Record<string, unknown>, fields: readonly string[]): Generator<object> {
  for (let choice = 0; choice < 2 ** fields.length; choice++) {
    const left = fields.filter((_, n) => (choice >> n) % 2 === 1);
    yield Object.fromEntries(Object.entries(body).filter(([name]) => !left.includes(name)));
  }
}

const MOST_TEXTS = 12;

beforeAll(() => makeGlobalCatalog(api()));

// PostgreSQL keeps a plan for each text on each connection. A PATCH has one for each choice of its fields.
describe('an operation has few statements, whatever its body and with or without an Idempotency-Key', () => {
  test.each(
    routes
      .filter(({ method }) => method === 'POST' || method === 'DELETE')
      .map((route) => [nameOf(route), route]),
  )('%s', async (name, route) => {
    const world = await makeWorld(api());
    const before = new Set(preparedTexts());
    const first = withBody(await validRequest(route, world)).body as object | undefined;
    const optional = Object.keys(first ?? {}).filter(
      (field) => route.input.shape[field]?.safeParse(undefined).success,
    );
    for (const key of [undefined, 'once']) {
      for (const [n, body] of [...without({ ...first }, optional)].entries()) {
        const { path } = await validRequest(route, world);
        const headers = key && route.method === 'POST' ? { 'idempotency-key': `${name} ${n}` } : {};
        await world.team.request(route.method, path, { ...(first && { body }), headers });
      }
    }
    const texts = preparedTexts().filter((text) => !before.has(text));
    expect(texts.length).toBeLessThanOrEqual(MOST_TEXTS);
  });
});

test('a transaction that writes in a loop makes no statement for each length', async () => {
  const team = await makeTeam(api());
  await team.request('GET', '/events');
  const { pool, clock } = api();
  const raise = (count: number) =>
    asSystem(pool, team.tenantId, clock.now(), async (call) => {
      for (let n = 0; n < count; n++) {
        const data = { member_id: `mem_${n}`, user_id: null, role: 'member', status: 'removed' };
        await raiseEvent(call, 'member.removed', data as never);
      }
    });
  for (let count = 1; count <= 10; count++) await raise(count);
  const before = preparedTexts().length;
  for (let count = 11; count <= 30; count++) await raise(count);
  expect(preparedTexts()).toHaveLength(before);
  const { rows } = await api().sql.query(
    `select count(*)::integer as events from kept_event where tenant_id = $1 and type = 'member.removed'`,
    [team.tenantId],
  );
  expect(rows).toEqual([{ events: (30 * 31) / 2 }]);
});
