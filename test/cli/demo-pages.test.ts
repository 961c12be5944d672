import { beforeAll, describe, expect, test } from 'vitest';
import { createDemo, type Demo } from '../../src/seed/demo/create-demo.ts';
import { timeAround } from '../../src/shared/secrets/request-id.ts';
import { deriveKey } from '../../src/shared/secrets/seal.ts';
import { sweeps } from '../delivery/harness/hook.ts';
import { encryptionKey } from '../harness/api.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import type { TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { startTestWorker } from '../harness/worker.ts';

const api = useApi();
const secretKey = deriveKey(Buffer.from(encryptionKey, 'hex'), 'webhook-secret');

async function makeDemo(now: Date): Promise<Demo> {
  return createDemo({
    pool: api().sql,
    now,
    publicUrl: 'https://app.example.com',
    secretKey,
    language: 'de',
  });
}

/** A browser in which the owner of the demo is signed in. */
function ownerOf({ tenant_id: tenantId, owner_user_id: userId }: Demo): Promise<Browser> {
  return makeSession({ api: api(), tenantId } as TestTeam, { userId });
}

async function rows(demo: Demo, text: string): Promise<Record<string, unknown>[]> {
  return (await api().sql.query(text, [demo.tenant_id])).rows;
}

type Entry = Record<string, unknown>;

describe('what the owner of the demo sees', () => {
  let demo: Demo;
  let owner: Browser;

  beforeAll(async () => {
    demo = await makeDemo(api().clock.now());
    owner = await ownerOf(demo);
  });

  /** The entries of a list, whatever the form of the answer. */
  async function listed(path: string, input: object | undefined): Promise<Entry[]> {
    const answer = (await owner.call(path, 'query', input)) as { result?: { data: unknown } };
    const data = answer.result?.data;
    if (Array.isArray(data)) return data as Entry[];
    const { days, data: page } = (data ?? {}) as { days?: Entry[]; data?: Entry[] };
    return page ?? days ?? [];
  }

  const all = { limit: 200 };

  test.for([
    ['members.list', all, 11],
    ['apiKeys.list', {}, 7],
    ['assignments.list', all, 30],
    ['assignments.listOwn', all, 1],
    ['cases.list', all, 8],
    ['cases.listOwn', all, 3],
    ['trainings.list', all, 200],
    ['trainings.listOwn', all, 5],
    ['evaluations.list', all, 150],
    ['catalog.entries', {}, 35],
    ['catalog.rules', {}, 2],
    ['policies.list', {}, 1],
    ['crm.listDeals', all, 20],
    ['crm.listObjections', all, 8],
    ['webhooks.listEndpoints', {}, 3],
    ['webhooks.endpointHealth', {}, 3],
    ['webhooks.listAllDeliveries', all, 30],
    ['auditLog.list', all, 120],
    ['requestLog.list', all, 200],
    ['requestLog.errors', {}, 3],
    ['requestLog.usage', {}, 25],
    ['requestLog.usage', { from: '2025-11-20', to: '2026-11-18' }, 300],
    ['session.list', {}, 3],
    ['account.securityLog', all, 30],
  ] as const)('%s has entries', async ([path, input, least]) => {
    expect((await listed(path, input)).length).toBeGreaterThanOrEqual(least);
  });

  test('there is an invitation that waits and one that has expired, and all who have accepted have a name', async () => {
    const entries = await listed('members.list', all);
    const invitations = entries.flatMap(({ invitation }) => (invitation ? [invitation] : []));
    expect(invitations).toMatchObject([{ expired: false }, { expired: true }]);
    const unnamed = entries.filter(({ name, status }) => status === 'active' && !name);
    expect(unnamed).toEqual([]);
    expect(
      entries.filter(({ rights }) => (rights as string[]).includes('schnittstellen')),
    ).toHaveLength(2);
  });

  test('there are keys in each state, with uses, and quieter weekends', async () => {
    const keys = await listed('apiKeys.list', {});
    const states = new Set(keys.map(({ state }) => state));
    expect([...states].sort()).toEqual(['active', 'expired', 'expiring', 'in_grace', 'revoked']);
    expect(keys.filter(({ name, last_use }) => name !== 'Demo' && !last_use)).toEqual([]);
    const [busy, quiet] = (
      await rows(
        demo,
        `select avg(n)::float as n from (select day, sum(ok) as n from request_day
           where tenant_id = $1 group by day) d
         group by extract(isodow from day) > 5 order by extract(isodow from min(day)) > 5`,
      )
    )
      .map(({ n }) => Number(n))
      .toSorted((a, b) => b - a);
    expect(busy).toBeGreaterThan(2 * (quiet ?? 0));
  });

  test('the log has each way in which a request is refused, and the usage counts its lines', async () => {
    const reasons = await rows(
      demo,
      `select distinct status || ' ' || (why->>'check') || coalesce(' ' || (why->>'reason'), '') as why
       from request_log_line where tenant_id = $1 and code is not null order by 1`,
    );
    expect(reasons.map(({ why }) => why)).toEqual([
      ...['401 key address_not_allowed', '401 key expired', '401 key revoked'],
      ...['401 key wrong_secret', '403 policy', '403 scope', '404 object', '404 route'],
      ...['422 combination', '422 input', '429 rate_limit'],
    ]);
    expect(await differentCounts(demo)).toEqual([]);
  });

  test('the id of a request contains its time, as the product makes ids', async () => {
    const ids = await rows(
      demo,
      `select request_id::text as id, created_at from request_log_line where tenant_id = $1
       union all select request_id::text, created_at from audit_entry
         where tenant_id = $1 and request_id is not null`,
    );
    expect(ids.length).toBeGreaterThan(200);
    const far = ids.filter(({ id, created_at: at }) => {
      const around = timeAround(String(id));
      return !around || Number(around.from) > Number(at) || Number(around.to) < Number(at);
    });
    expect(far).toEqual([]);
  });

  test('the audit log names people, keys, the service and the operator, with differences', async () => {
    const entries = await listed('auditLog.list', all);
    const actions = new Set(entries.map(({ action }) => action));
    for (const action of [
      ...['member.invited', 'member.accepted', 'member.removed', 'member.rights_changed'],
      ...['api_key.created', 'api_key.rotated', 'api_key.revoked', 'policy.changed'],
      ...['team.privacy_changed', 'webhook_endpoint.paused', 'webhook_delivery.retried'],
      ...['catalog_rule.added', 'assignment.created', 'case.created', 'crm.sync_failed'],
    ]) {
      expect.soft([...actions]).toContain(action);
    }
    const kinds = new Set(entries.map(({ actor }) => (actor as Entry).kind));
    expect([...kinds].sort()).toEqual(['key', 'service', 'system', 'user']);
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'member.role_changed',
        changes: [{ field: 'role', before: 'member', after: 'admin' }],
      }),
    );
  });

  test('there are endpoints in each state, signed attempts, a retry that arrived and one that failed', async () => {
    const found = await listed('webhooks.listAllDeliveries', all);
    const states = new Set(found.map(({ status }) => status));
    expect([...states].sort()).toEqual(['gave_up', 'ok', 'pending']);
    const health = await listed('webhooks.endpointHealth', {});
    const statuses = health.map(({ status }) => status).sort();
    expect(statuses).toEqual(['active', 'disabled', 'disabled_failures']);
    const requested = await rows(
      demo,
      'select delivery_id from webhook_retry where tenant_id = $1 order by asked_at',
    );
    const details = await Promise.all(
      requested.map(({ delivery_id }) =>
        owner.app.webhooks.getDelivery.query({ delivery_id: String(delivery_id) }),
      ),
    );
    expect(details.map(({ status, attempt }) => [status, attempt])).toEqual([
      ['ok', 9],
      ['gave_up', 9],
    ]);
    for (const { attempts } of details) {
      expect(attempts.at(-1)?.manual?.by.name).toBeTruthy();
      expect(attempts.every(({ request_headers }) => request_headers?.['svc-signature'])).toBe(
        true,
      );
    }
  });

  test('the demo key is the only secret in the result', () => {
    const kept = JSON.stringify(demo);
    expect(kept.match(/svck_live_/g)).toHaveLength(1);
    expect(kept).not.toContain('whsec_');
  });

  test('a worker makes no attempt, not even for new events', async () => {
    const attempts = 'select count(*)::integer as n from webhook_attempt where tenant_id = $1';
    const before = await rows(demo, attempts);
    const key = demo.key;
    const body = { email: 'neu@beispiel-vertrieb.example' };
    expect((await api().request('POST', '/users', { key, body })).status).toBe(201);
    const worker = await startTestWorker(api());
    try {
      await sweeps(2);
    } finally {
      await worker.stop();
    }
    expect(await rows(demo, attempts)).toEqual(before);
    expect(
      await rows(
        demo,
        `select p.delivery_id from webhook_pending p join webhook_endpoint e on e.id = p.endpoint_id
         where p.tenant_id = $1 and (e.status = 'active' or p.lease_no > p.attempt)`,
      ),
    ).toEqual([]);
  });
});

/** Days on which the usage differs from the number of lines in the log. */
function differentCounts(demo: Demo): Promise<Record<string, unknown>[]> {
  return rows(
    demo,
    `select d.day, d.key_id from request_day d left join lateral (
       select count(*) as n from request_log_line l where l.tenant_id = $1 and l.key_id = d.key_id
         and (l.created_at at time zone 'UTC')::date = d.day) l on true
     where d.tenant_id = $1 and d.day > (select min(created_at)::date from request_log_line where tenant_id = $1)
       and l.n <> d.ok + d.client_errors + d.refused + d.limited + d.server_errors`,
  );
}

describe.for(['2027-01-01T00:03:00Z', '2026-08-16T23:58:00Z'])('the demo made at %s', (moment) => {
  const now = new Date(moment);
  let demo: Demo;

  beforeAll(async () => {
    demo = await makeDemo(now);
  });

  test('nothing lies in the future, or is older than its cause', async () => {
    const [times] = await rows(
      demo,
      `select greatest(
           (select max(created_at) from audit_entry where tenant_id = $1),
           (select max(created_at) from request_log_line where tenant_id = $1),
           (select max(created_at) from api_key where tenant_id = $1),
           (select max(used_at) from api_key_use where tenant_id = $1),
           (select max(started_at) from webhook_attempt where tenant_id = $1),
           (select max(created_at) from webhook_event where tenant_id = $1),
           (select max(last_success_at) from webhook_endpoint where tenant_id = $1)) as latest,
         (select count(*)::integer from request_log_line l join api_key k on k.id = l.key_id
           where l.tenant_id = $1 and l.created_at < k.created_at) as early_requests,
         (select count(*)::integer from webhook_delivery d join webhook_endpoint e
           on e.id = d.endpoint_id where d.tenant_id = $1 and d.created_at < e.created_at) as early,
         (select count(*)::integer from audit_entry a join tenant t on t.id = a.tenant_id
           where a.tenant_id = $1 and a.created_at < t.created_at) as early_entries`,
    );
    expect(Number(times?.latest)).toBeLessThanOrEqual(now.getTime());
    expect(times).toMatchObject({ early_requests: 0, early: 0, early_entries: 0 });
  });

  test('everything that a key has done has a line in the request log', async () => {
    expect(
      await rows(
        demo,
        `select a.action, a.created_at from audit_entry a
           where a.tenant_id = $1 and a.actor_kind = 'key'
             and a.created_at > (select min(created_at) from request_log_line where tenant_id = $1)
             and not exists (select from request_log_line l join api_key k on k.id = l.key_id
               where l.tenant_id = $1 and l.request_id = a.request_id and k.prefix = a.actor_id)`,
      ),
    ).toEqual([]);
    expect(await differentCounts(demo)).toEqual([]);
  });

  test('an active endpoint has nothing to send, and a failing one is not due for a pause', async () => {
    expect(
      await rows(
        demo,
        `select e.url from webhook_endpoint e where e.tenant_id = $1 and e.status = 'active'
             and (e.failing_since is not null or e.events <> '{crm.sync.failed}' or exists (
               select from webhook_pending p where p.endpoint_id = e.id))`,
      ),
    ).toEqual([]);
  });

  test('the event of an assignment that a key has made names the request', async () => {
    const made = `select request_id from webhook_event
      where tenant_id = $1 and type = 'assignment.created'`;
    expect(await rows(demo, `${made} and request_id is null`)).toEqual([]);
    expect(await rows(demo, made)).not.toEqual([]);
  });
});
