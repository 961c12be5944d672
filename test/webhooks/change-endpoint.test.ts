import { describe, expect, test } from 'vitest';
import { raisedIn } from '../harness/raised.ts';
import { refusedUrls, resolverOf } from '../harness/resolver.ts';
import { auditOf, endpointRow, insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

/** A name server that answers when the test says so. */
const slow = {
  requested: Promise.withResolvers<void>(),
  answer: Promise.withResolvers<string[]>(),
};

const api = useApi({
  resolver: {
    resolve(hostname, signal) {
      if (hostname !== 'slow.example') return resolverOf().resolve(hostname, signal);
      slow.requested.resolve();
      return slow.answer.promise;
    },
  },
});

const valid = {
  url: 'https://hooks.example.com/team-api',
  events: ['training.completed', 'member.joined'],
};

const change = (team: TestTeam, id: string, body: object) =>
  team.request('PATCH', `/webhook-endpoints/${id}`, { body });

const jobsOf = async (team: TestTeam) => (await raisedIn(team)).jobs;

describe('PATCH /webhook-endpoints/{endpoint_id}', () => {
  test('D154: url, events and description can be changed; only the description can be null', async () => {
    const team = await makeTeam(api());
    const changes = { body: { ...valid, description: 'x' } };
    const { secret: _, ...made } = (await team.request('POST', '/webhook-endpoints', changes)).body;
    const requested = {
      url: 'https://new.example/',
      events: ['crm.sync.failed'],
      description: null,
    };
    const { status, body } = await change(team, made.id, requested);
    expect([status, body]).toEqual([200, { ...made, ...requested }]);
    for (const name of ['url', 'events', 'status']) {
      const wrong = await change(team, made.id, { [name]: null }); // D119
      expect([wrong.status, wrong.body.errors?.[0]?.pointer]).toEqual([422, `/${name}`]);
    }
    expect((await auditOf(team, made.id)).at(-1)).toEqual({
      action: 'webhook_endpoint.changed',
      changes: {
        changed: ['url', 'events', 'description'],
        url: 'https://new.example',
        events: ['crm.sync.failed'],
      },
    });
  });

  test('D154: secret, api_version and unknown fields are 422', async () => {
    const team = await makeTeam(api());
    const id = await insertEndpoint(team);
    const { status, body } = await change(team, id, { secret: 'x', api_version: 'x', name: 'x' });
    expect(status).toBe(422);
    const pointers = body.errors?.map(({ pointer }) => pointer);
    expect(pointers).toEqual(['/secret', '/api_version', '/name']);
  });

  test.each(refusedUrls)('D152: %s is refused here too, and nothing changes', async (_, wrong) => {
    const team = await makeTeam(api());
    const id = await insertEndpoint(team);
    const before = await endpointRow(team, id);
    const { status, body } = await change(team, id, { url: wrong, description: 'new' });
    expect([status, body.field]).toEqual([422, 'url']);
    expect(await endpointRow(team, id)).toEqual(before);
    // Whether the team has the endpoint is checked first (D1).
    expect((await change(team, 'whe_never', { url: wrong })).status).toBe(404);
  });

  test('while a name server is asked, no connection, turn or lock is held', async () => {
    const team = await makeTeam(api());
    const id = await insertEndpoint(team);
    const waiting = change(team, id, { url: 'https://slow.example/' });
    await slow.requested.promise;
    expect(api().pool.totalCount - api().pool.idleCount).toBe(0);
    expect((await change(team, id, { description: 'meanwhile' })).status).toBe(200);
    slow.answer.resolve(['93.184.215.14']);
    const changed = { url: 'https://slow.example/', description: 'meanwhile' };
    expect((await waiting).body).toMatchObject(changed);
  });

  test('D120: {} and the present values are 200 unchanged, and the audit log has no change', async () => {
    const team = await makeTeam(api());
    const kept = { status: 'active', failing_since: api().clock.now(), ...valid };
    const id = await insertEndpoint(team, kept);
    const before = await endpointRow(team, id);
    const same = { ...valid, events: valid.events.toReversed(), status: 'active' };
    for (const requested of [{}, same, { description: null }]) {
      const { status, body } = await change(team, id, requested);
      expect([status, body.events]).toEqual([200, valid.events]);
    }
    expect(await endpointRow(team, id)).toEqual(before);
    expect([await auditOf(team, id), await jobsOf(team)]).toEqual([[], []]);
    // The present URL may have become unreachable.
    const lost = await insertEndpoint(team, { url: 'https://nobody.example/' });
    const renamed = await change(team, lost, { url: 'https://nobody.example/', description: 'x' });
    expect(renamed.status).toBe(200);
  });

  test('D120: the same change made several times at once is one change', async () => {
    for (let round = 0; round < 5; round += 1) {
      const team = await makeTeam(api());
      const id = await insertEndpoint(team, { status: 'disabled_failures' });
      const pending = Array.from({ length: 4 }, () => change(team, id, { status: 'active' }));
      for (const { status } of await Promise.all(pending)) expect(status).toBe(200);
      expect(await auditOf(team, id)).toHaveLength(1);
      expect(await jobsOf(team)).toHaveLength(1);
    }
  });

  test('D143: active and disabled can be set, disabled_failures is 422', async () => {
    const team = await makeTeam(api());
    const id = await insertEndpoint(team);
    for (const status of ['disabled', 'active', 'disabled']) {
      expect((await change(team, id, { status })).body.status).toBe(status);
    }
    for (const status of ['disabled_failures', 'paused', '']) {
      const answer = await change(team, id, { status });
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, '/status']);
    }
    expect((await auditOf(team, id)).at(-1)).toEqual({
      action: 'webhook_endpoint.changed',
      changes: { changed: ['status'], status: 'disabled' },
    });
  });

  test.each(['disabled_failures', 'disabled'])(
    'D142, D144: from %s to active, failing_since is cleared and a worker is woken up',
    async (from) => {
      const team = await makeTeam(api());
      const at = api().clock.now();
      const id = await insertEndpoint(team, { status: from, failing_since: at, paused_at: at });
      await change(team, id, { description: 'still held' });
      expect(await endpointRow(team, id)).toMatchObject({ failing_since: at, paused_at: at });
      expect(await jobsOf(team)).toEqual([]);
      expect((await change(team, id, { status: 'active' })).body.status).toBe('active');
      expect(await endpointRow(team, id)).toMatchObject({ failing_since: null, paused_at: null });
      expect(await jobsOf(team)).toEqual([{ endpoints: [id], urgent: null }]);
    },
  );
});
