import { expect, test } from 'vitest';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

const create = (team: TestTeam, url: string) =>
  team.request('POST', '/webhook-endpoints', { body: { url, events: ['member.joined'] } });

/** A team with as many endpoints of one host as it may have. */
async function fullTeam() {
  const team = await makeTeam(api());
  const made = [];
  for (let n = 0; n < 5; n++) made.push(await create(team, `https://hooks.example.com/${n}`));
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  return { team, ids: made.map(({ body }) => String(body.id)) };
}

const refused = {
  status: 422,
  body: {
    code: 'validation_error',
    field: 'url',
    detail: expect.stringMatching(/^At most 5 .*send a test event/),
  },
};

test('a host that has not answered 2xx has five endpoints of a team; the sixth is refused, and says what to do', async () => {
  const { team } = await fullTeam();
  for (const same of ['https://hooks.example.com/5', 'https://HOOKS.example.com:443/']) {
    expect(await create(team, same)).toMatchObject(refused);
  }
  expect((await create(team, 'https://hooks.example.com:8443/')).status).toBe(201);
  expect((await create(await makeTeam(api()), 'https://hooks.example.com/')).status).toBe(201);
});

test('of two simultaneous creations only one becomes the fifth', async () => {
  const { team, ids } = await fullTeam();
  await team.request('DELETE', `/webhook-endpoints/${ids[0]}`);
  const urls = ['https://hooks.example.com/a', 'https://hooks.example.com/b'];
  const both = await Promise.all(urls.map((url) => create(team, url)));
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
});

test('an endpoint does not move to a full host, and one that is there keeps its place', async () => {
  const { team, ids } = await fullTeam();
  const { body } = await create(team, 'https://other.example.com/');
  const move = (id: unknown, url: string) =>
    team.request('PATCH', `/webhook-endpoints/${id}`, { body: { url } });
  expect(await move(body.id, 'https://hooks.example.com/6')).toMatchObject(refused);
  expect((await move('whe_01m7py4sm00w5n7scfpypcp9dm', 'https://hooks.example.com/6')).status).toBe(
    404,
  );
  expect((await move(ids[0], 'https://hooks.example.com/7')).status).toBe(200);
});

test('a sandbox counts to its parent', async () => {
  const { team } = await fullTeam();
  const sandbox = await makeTeam(api());
  await api().sql.query(
    'update tenant set sandbox_of = $2, sandbox_used_at = now() where id = $1',
    [sandbox.tenantId, team.tenantId],
  );
  expect(await create(sandbox, 'https://hooks.example.com/')).toMatchObject(refused);
});

test('a host that has answered 2xx to one endpoint has as many as a team may have', async () => {
  const { team, ids } = await fullTeam();
  await api().sql.query('update webhook_endpoint set proven_origin = $2 where id = $1', [
    ids[0],
    'https://hooks.example.com',
  ]);
  expect((await create(team, 'https://hooks.example.com/5')).status).toBe(201);
});
