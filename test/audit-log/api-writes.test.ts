import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { named } from '../harness/routes.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest, withBody } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const api = useApi();
let world: World;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
});

async function entriesOf(requestId: unknown) {
  const { rows } = await api().sql.query(
    'select actor_kind, actor_id, host(ip) as ip from audit_entry where tenant_id = $1 and request_id = $2',
    [world.team.tenantId, requestId],
  );
  return rows;
}

describe('D169: all API writes are in the audit log, with the key prefix as their actor', () => {
  const writing = routes.filter(({ method }) => method !== 'GET');

  test.each(named(writing))('$name', async ({ route }) => {
    const valid = await validRequest(route, world);
    const done = await world.team.request(route.method, valid.path, withBody(valid));
    expect(done.status).toBe(route.meta.status);
    expect(await entriesOf(done.headers['x-request-id'])).toEqual([
      { actor_kind: 'key', actor_id: world.team.keyPrefix, ip: '127.0.0.1' },
    ]);
    const refused = await world.team.request(route.method, `${valid.path}?surprise=1`);
    expect(await entriesOf(refused.headers['x-request-id'])).toEqual([]);
  });
});
