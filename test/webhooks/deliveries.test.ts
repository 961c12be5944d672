import { describe, expect, test } from 'vitest';
import { type DeliveryState, deliveryRow } from '../harness/delivery-rows.ts';
import { nothingRaised, raisedIn } from '../harness/raised.ts';
import { insertDelivery, insertEndpoint, setAttempt, triedOnce } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';

const api = useApi();

const deliveriesOf = (team: TestTeam, endpoint: string, query = '') =>
  team.request('GET', `/webhook-endpoints/${endpoint}/deliveries${query}`);

const ask = (team: TestTeam, endpoint: string) =>
  team.request('POST', `/webhook-endpoints/${endpoint}/test`);

const jobsOf = async (team: TestTeam) => (await raisedIn(team)).jobs;

const retry = (team: TestTeam, id: string) =>
  team.request('POST', `/webhook-deliveries/${id}/retry`);

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

const rowOf = (id: string) => deliveryRow(api().sql, id);

async function auditOf(team: TestTeam, id: string) {
  const { rows } = await api().sql.query(
    'select action from audit_entry where tenant_id = $1 and target_id = $2 order by id',
    [team.tenantId, id],
  );
  return rows.map(({ action }) => action);
}

describe('POST /webhook-endpoints/{endpoint_id}/test', () => {
  test('D149: 202 with a pending ping, which a worker is told to attempt at once', async () => {
    const team = await makeTeam(api());
    const id = await insertEndpoint(team);
    const { status, body } = await ask(team, id);
    expect([status, body]).toEqual([202, { delivery_id: body.delivery_id, status: 'pending' }]);
    const { data } = (await deliveriesOf(team, id)).body;
    expect(data).toMatchObject([
      { id: body.delivery_id, event_type: 'ping', status: 'pending', attempt: 0, error: null },
    ]);
    expect(await jobsOf(team)).toEqual([{ endpoints: [id], urgent: [body.delivery_id] }]);
    expect(await auditOf(team, id)).toEqual(['webhook_endpoint.tested']);
  });

  test.each(['disabled_failures', 'disabled'])(
    'a test event does not reactivate an endpoint that is %s (spec, States)',
    async (status) => {
      const team = await makeTeam(api());
      const id = await insertEndpoint(team, { status });
      const { body } = await ask(team, id);
      const { data } = (await deliveriesOf(team, id)).body;
      expect(data).toMatchObject([{ id: body.delivery_id, status: 'pending' }]);
      // The attempt is made although the endpoint is paused.
      expect(data[0]?.next_try_at).not.toBe(null);
      const endpoints = (await team.request('GET', '/webhook-endpoints')).body.data;
      expect(endpoints).toMatchObject([{ id, status }]);
    },
  );

  test('a test of an endpoint that is being deleted waits, and then is 404', async () => {
    const team = await makeTeam(api());
    const id = await insertEndpoint(team);
    const deletion = await api().sql.connect();
    try {
      await deletion.query('begin');
      await deletion.query('update webhook_endpoint set deleted_at = now() where id = $1', [id]);
      const pending = ask(team, id);
      await waitingBackend(api().sql, 'for no key update');
      await deletion.query('commit');
      expect((await pending).body.code).toBe('not_found');
    } finally {
      deletion.release();
    }
    expect(await raisedIn(team)).toEqual(nothingRaised);
  });

  test('D10: an empty body and {} are accepted, any field is 422', async () => {
    const team = await makeTeam(api());
    const path = `/webhook-endpoints/${await insertEndpoint(team)}/test`;
    expect((await team.request('POST', path, { body: {} })).status).toBe(202);
    const { status, body } = await team.request('POST', path, { body: { event: 'ping' } });
    expect([status, body.errors?.[0]?.pointer]).toEqual([422, '/event']);
  });

  test('L: the same Idempotency-Key queues one ping', async () => {
    const team = await makeTeam(api());
    const id = await insertEndpoint(team);
    const headers = { 'idempotency-key': 'once' };
    const path = `/webhook-endpoints/${id}/test`;
    const first = await team.request('POST', path, { headers });
    const again = await team.request('POST', path, { headers });
    expect([again.status, again.body]).toEqual([202, first.body]);
    expect((await deliveriesOf(team, id)).body.data).toHaveLength(1);
    expect(await jobsOf(team)).toHaveLength(1);
  });
});

describe('GET /webhook-endpoints/{endpoint_id}/deliveries', () => {
  test('D70: newest first, exactly {data}, limit 1 to 200, default 50, and no cursor', async () => {
    const team = await makeTeam(api());
    const endpoint_id = await insertEndpoint(team);
    await insertDelivery(team, { endpoint_id: await insertEndpoint(team) });
    const ids: string[] = [];
    for (let n = 0; n < 52; n += 1) {
      // Two deliveries have the same time, so the id decides the order.
      if (n % 2 === 0) api().clock.travel(1000);
      ids.push(await insertDelivery(team, { endpoint_id }));
    }
    const timeOf = (id: string) => id.slice(0, 'whd_'.length + 10);
    ids.sort((a, b) =>
      timeOf(a) === timeOf(b) ? (a < b ? 1 : -1) : timeOf(a) < timeOf(b) ? 1 : -1,
    );
    const { body } = await deliveriesOf(team, endpoint_id);
    expect(Object.keys(body)).toEqual(['data']);
    expect(body.data.map(({ id }) => id)).toEqual(ids.slice(0, 50));
    const all = (await deliveriesOf(team, endpoint_id, '?limit=200')).body.data;
    expect(all.map(({ id }) => id)).toEqual(ids);
    expect((await deliveriesOf(team, endpoint_id, '?limit=1')).body.data[0]?.id).toBe(ids[0]);
    for (const query of ['?limit=0', '?limit=201', '?limit=1e2', '?cursor=x', '?status=ok']) {
      const answer = await deliveriesOf(team, endpoint_id, query);
      expect([query, answer.status]).toEqual([query, 422]);
    }
  });

  test('D70: an endpoint of another team, or one that never existed, is 404', async () => {
    const team = await makeTeam(api());
    const foreign = await insertEndpoint(await makeTeam(api()));
    for (const id of [foreign, 'whe_never']) {
      const { status, body } = await deliveriesOf(team, id);
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
  });

  test('D146: response_* and error are those of the last attempt', async () => {
    const team = await makeTeam(api());
    const endpoint_id = await insertEndpoint(team);
    const id = await insertDelivery(team, { endpoint_id, ...triedOnce, attempt: 2 });
    const last = {
      response_code: 503,
      response_ms: 84,
      response_excerpt: 'later',
      error: 'http_status',
    };
    await setAttempt(team, { delivery_id: id, n: 1, response_code: null, error: 'timeout' });
    await setAttempt(team, { delivery_id: id, n: 2, ...last });
    const { data } = (await deliveriesOf(team, endpoint_id)).body;
    expect(data).toEqual([
      {
        id,
        attempt: 2,
        status: 'pending',
        event_type: 'member.joined',
        ...last,
        next_try_at: '2100-01-01T00:00:00.000Z', // D145
        created_at: data[0]?.created_at,
      },
    ]);
  });

  test('D144: a delivery that waits for a paused endpoint has no next_try_at, unless a person asked for it', async () => {
    const team = await makeTeam(api());
    const endpoint_id = await insertEndpoint(team, { status: 'disabled_failures' });
    const id = await insertDelivery(team, { endpoint_id, ...triedOnce });
    const nextTry = async () => (await deliveriesOf(team, endpoint_id)).body.data[0]?.next_try_at;
    expect(await nextTry()).toBe(null);
    await retry(team, id);
    expect(await nextTry()).not.toBe(null);
  });

  test('D144, D167: `error` says why a delivery was given up without an attempt', async () => {
    const team = await makeTeam(api());
    const endpoint_id = await insertEndpoint(team);
    const ended = { status: 'gave_up', ended_at: api().clock.now() } as const;
    const given_up_for = 'tenant_disabled';
    const id = await insertDelivery(team, { endpoint_id, ...ended, attempt: 1, given_up_for });
    await setAttempt(team, { delivery_id: id, n: 1, response_code: 500, error: 'http_status' });
    const { data } = (await deliveriesOf(team, endpoint_id)).body;
    expect(data).toMatchObject([{ error: 'tenant_disabled', response_code: 500 }]);
  });
});

describe('POST /webhook-deliveries/{delivery_id}/retry', () => {
  const later = triedOnce.next_try_at;

  /** A delivery before and after a manual retry. */
  async function retried(row: DeliveryState, endpoint: { status?: string } = {}) {
    const team = await makeTeam(api());
    const endpoint_id = await insertEndpoint(team, endpoint);
    const id = await insertDelivery(team, { endpoint_id, ...row });
    const before = await rowOf(id);
    const answer = await retry(team, id);
    return { team, id, endpoint_id, before, answer, after: await rowOf(id) };
  }

  test.each(['active', 'disabled', 'disabled_failures'])(
    'D147 to D149: a waiting delivery is attempted now, and keeps its schedule; endpoint %s',
    async (status) => {
      const { rows: requested } = await api().sql.query('select now() as at');
      const { team, id, endpoint_id, before, answer, after } = await retried(triedOnce, { status });
      expect(answer.status).toBe(202);
      const { body } = answer;
      expect(body).toMatchObject({ id, status: 'pending', attempt: 1 });
      expect(after).toEqual({ ...before, urgent_at: after.urgent_at });
      expect(body.next_try_at).toBe(after.urgent_at?.toISOString());
      const { rows } = await api().sql.query(
        'select $1::timestamptz between $2 and now() as just_now',
        [after.urgent_at, requested[0].at],
      );
      expect(rows).toEqual([{ just_now: true }]);
      expect(await jobsOf(team)).toEqual([{ endpoints: [endpoint_id], urgent: [id] }]);
      expect(await auditOf(team, id)).toEqual(['webhook_delivery.retried']);
      const endpoints = (await team.request('GET', '/webhook-endpoints')).body.data;
      expect(endpoints).toMatchObject([{ status }]); // D148: never reactivates
    },
  );

  // Afterwards, `error` shows the error of the last attempt again, if there was one.
  const ends: [DeliveryState & { attempt: number }, string | null][] = [
    [{ attempt: 8 }, 'http_status'],
    [{ attempt: 8, given_up_for: 'endpoint_paused' }, 'http_status'],
    [{ attempt: 0, given_up_for: 'tenant_disabled' }, null],
  ];
  test.each(ends)(
    'D147, D148: a given-up delivery is pending again, without a further planned attempt: %j',
    async (end, error) => {
      const ended = { status: 'gave_up', ended_at: api().clock.now(), lease_no: 9 } as const;
      const { before, answer, after } = await retried({ ...ended, ...end });
      expect(before).toMatchObject({ status: 'gave_up', ...end, lease_no: 9 });
      expect(answer.status).toBe(202);
      expect(answer.body).toMatchObject({ status: 'pending', attempt: end.attempt, error });
      const again = { status: 'pending', ended_at: null, given_up_for: null } as const;
      const waiting = { urgent_at: after.urgent_at, retries: 0, lost_leases: 0 };
      expect(after).toEqual({ ...before, ...again, ...waiting });
      expect(after.next_try_at).toBe(null);
      expect(answer.body.next_try_at).toBe(after.urgent_at?.toISOString());
    },
  );

  test('D147: ok is 422 validation_error with the field status', async () => {
    const ok = { status: 'ok', attempt: 1, ended_at: api().clock.now() } as const;
    const { team, id, before, answer, after } = await retried(ok);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'validation_error', field: 'status' });
    expect(after).toEqual(before);
    expect([await jobsOf(team), await auditOf(team, id)]).toEqual([[], []]);
  });

  // A lease lasts some 80 seconds, so its time must be computed in the test, not when the file starts.
  const underWay: [string, () => DeliveryState][] = [
    ['queued for its first attempt', () => ({ next_try_at: later })],
    ['asked for already', () => ({ ...triedOnce, urgent_at: later })],
    ['in flight', () => ({ ...triedOnce, leased_at: secondsAgo(50) })],
  ];
  test.each(underWay)('D147: 202 and no change while it is %s', async (_, row) => {
    const { team, id, before, answer, after } = await retried(row());
    expect([answer.status, answer.body.id]).toEqual([202, id]);
    expect(after).toEqual(before);
    expect([await jobsOf(team), await auditOf(team, id)]).toEqual([[], []]);
  });

  // The second lease was given before the database's clock was set back.
  test.each([85, -120])(
    'an attempt of a lost worker, begun %i s ago, does not stand in the way',
    async (seconds) => {
      const { after } = await retried({ ...triedOnce, leased_at: secondsAgo(seconds) });
      expect(after.urgent_at).not.toBe(null);
    },
  );

  test('two retries at once count as one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const team = await makeTeam(api());
      const endpoint_id = await insertEndpoint(team);
      const id = await insertDelivery(team, { endpoint_id, ...triedOnce });
      const answers = await Promise.all([retry(team, id), retry(team, id), retry(team, id)]);
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
      expect(new Set(answers.map(({ body }) => body.next_try_at)).size).toBe(1);
      expect(await jobsOf(team)).toHaveLength(1);
      expect(await auditOf(team, id)).toEqual(['webhook_delivery.retried']);
    }
  });

  test('a delivery of another team, or one that never existed, is 404', async () => {
    const other = await makeTeam(api());
    const endpoint_id = await insertEndpoint(other);
    const foreign = await insertDelivery(other, { endpoint_id, ...triedOnce });
    const team = await makeTeam(api());
    for (const id of [foreign, 'whd_never']) {
      const { status, body } = await retry(team, id);
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
    expect((await rowOf(foreign)).urgent_at).toBe(null);
  });
});
