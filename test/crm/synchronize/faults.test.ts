import { expect, onTestFinished, test } from 'vitest';
import { CrmFailure } from '../../../src/crm/crm-failure.ts';
import { renewLeases } from '../../../src/worker/crm/claim.ts';
import type { OpenedApi } from '../../../src/worker/crm/synchronize/claimed-connection.ts';
import { synchronize } from '../../../src/worker/crm/synchronize/synchronize.ts';
import { tellOfConnections } from '../../../src/worker/crm/tell-of-connections.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { allTheTime, idleApi } from '../harness/connection.ts';
import { aDeal, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();
const many = (count: number) => Array.from({ length: count }, (_, n) => aDeal(`${1000 + n}`));

/** Makes the database refuse each deal of this connection with a code. */
async function refuseDeals(crm: PlainCrm, code: string): Promise<void> {
  const { sql } = api();
  await sql.query(`create function refuse_deals() returns trigger language plpgsql as $$
    begin raise exception using errcode = '${code}'; end $$`);
  await sql.query(`create trigger refuse_deals before insert on crm_deal for each row
    when (new.connection_id = '${crm.connectionId}') execute function refuse_deals()`);
  onTestFinished(async () => {
    await sql.query('drop trigger refuse_deals on crm_deal');
    await sql.query('drop function refuse_deals()');
  });
}

test('a statement that takes too long is at once a failure of our own', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = many(1);
  await refuseDeals(crm, '57014');
  expect(await crm.synchronize()).toBe('failed');
  expect(await crm.row()).toMatchObject({ failed_for: 'internal', failures: 1, next_in: 60 });
  expect((await crm.runs())[0]).toMatchObject({ failure: { code: '57014' } });
});

test('if the database refuses again and again, the connection fails after ten workers in a row', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = many(1);
  await refuseDeals(crm, '53100');
  const ends: string[] = [];
  for (let n = 0; n < 12; n++) {
    const end = crm.claimAfterLease().then((claim) => synchronize(crm.deps(), claim, allTheTime));
    ends.push(await end.catch(() => 'broken off'));
    if (ends.at(-1) === 'failed') break;
  }
  expect(ends).toEqual([...Array(10).fill('broken off'), 'failed']);
  expect(await crm.row()).toMatchObject({ failed_for: 'internal', leased_at: null });
});

test('unreadable settings are a failure, and the connection can still be removed', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  await crm.set(`settings = '{"notes": "perhaps"}'`);
  expect(await crm.synchronize()).toBe('failed');
  expect(await crm.row()).toMatchObject({ failed_for: 'internal', next_in: 60 });
  await crm.set("state = 'removing'");
  expect((await crm.claim()).state).toBe('removing');
});

test('a changed member reaches all deals, even if a worker breaks off between two pieces', async () => {
  const team = await makeTeam(api());
  const ann = await team.addMember();
  const crm = await PlainCrm.of(team);
  crm.owners = [{ id: 'o1', name: 'Ann', email: 'nobody@example.com' }];
  crm.deals = many(3).map((deal) => ({ ...deal, ownerId: 'o1' }));
  await crm.synchronize();
  crm.owners = [{ id: 'o1', name: 'Ann', email: ann.email }];
  await crm.readFieldsLongAgo();
  await api().sql.query(`create function refuse_changes() returns trigger language plpgsql as $$
    begin raise exception using errcode = '53100'; end $$`);
  await api().sql.query(`create trigger refuse_changes before update on crm_deal for each row
    when (new.connection_id = '${crm.connectionId}') execute function refuse_changes()`);
  await expect(crm.synchronize()).rejects.toThrow();
  await api().sql.query('drop trigger refuse_changes on crm_deal');
  await api().sql.query('drop function refuse_changes()');
  expect(await crm.synchronize()).toBe('ok');
  const people = (await crm.stored()).map(({ owner_user_id }) => owner_user_id);
  expect(people).toEqual([ann.userId, ann.userId, ann.userId]);
  expect((await crm.row()).account).not.toMatchObject({ reference: { must_apply: true } });
});

test('one page is read each day, even if owners and fields alone use up the budget', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()), { daily_budget: 5 });
  crm.deals = many(3);
  const { reference } = crm.connector;
  let requests = 0;
  Object.assign(crm.connector, {
    reference: async (...args: Parameters<typeof reference>) => {
      requests += 5;
      return reference(...args);
    },
  });
  const openApi = (): OpenedApi =>
    Object.defineProperty(idleApi(), 'requests', { get: () => requests });
  expect(await crm.synchronize({ openApi })).toBe('ok');
  expect(await crm.storedIds()).toHaveLength(3);
  expect(await crm.synchronize({ openApi })).toBe('waiting');
});

test('a row that somebody has locked does not keep other leases from being renewed', async () => {
  const team = await makeTeam(api());
  const [held, free] = [await PlainCrm.of(team), await PlainCrm.of(team)];
  for (const crm of [held, free]) {
    await crm.set("leased_at = now() - interval '50 s', lease_no = 1");
  }
  const client = await api().pool.connect();
  try {
    await client.query('begin');
    await client.query('update crm_connection set waits_until = null where id = $1', [
      held.connectionId,
    ]);
    const leases = [held, free].map(({ connectionId: id }) => ({
      tenantId: team.tenantId,
      id,
      leaseNo: 1,
    }));
    await renewLeases(api().pool, leases);
  } finally {
    await client.query('rollback');
    client.release();
  }
  const { rows } = await api().sql.query(
    "select id from crm_connection where tenant_id = $1 and leased_at > now() - interval '40 s'",
    [team.tenantId],
  );
  expect(rows).toEqual([{ id: free.connectionId }]);
}, 20_000);

test.each(['suspended', 'ended'])('admins of a team that is %s get no mail', async (status) => {
  const team = await makeTeam(api());
  const crm = await PlainCrm.of(team);
  await crm.set(
    "failing_since = now() - interval '25 h', failures = 1, failed_for = 'unavailable'",
  );
  await api().sql.query('update tenant set status = $2 where id = $1', [team.tenantId, status]);
  await tellOfConnections({ pool: api().pool });
  expect((await crm.row()).told_at).toBeNull();
  await api().sql.query("update tenant set status = 'active' where id = $1", [team.tenantId]);
  await tellOfConnections({ pool: api().pool });
  expect((await crm.row()).told_at).not.toBeNull();
});

test('an owner who has left the CRM and has no deals is removed with the next successful full pass', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  const owner = (id: string) => ({ id, name: id, email: `${id}@example.com` });
  crm.owners = ['stays', 'busy', 'left', 'erased'].map(owner);
  crm.deals = [aDeal('1', { ownerId: 'busy' })];
  await crm.synchronize();
  const erasing = `update crm_owner set is_erased = true, name = null, email = null
    where connection_id = $1 and external_id = 'erased'`;
  await api().sql.query(erasing, [crm.connectionId]);
  crm.owners = [owner('stays')];
  const ids = async () => {
    const text = 'select external_id from crm_owner where connection_id = $1 order by external_id';
    const { rows } = await api().sql.query(text, [crm.connectionId]);
    return rows.map(({ external_id }) => external_id);
  };
  await crm.readFieldsLongAgo();
  await crm.synchronize();
  expect(await ids()).toEqual(['busy', 'erased', 'left', 'stays']);
  await crm.set('read_again = true');
  crm.before = () => {
    throw new CrmFailure('unavailable');
  };
  await crm.synchronize();
  expect(await ids()).toHaveLength(4);
  crm.before = () => undefined;
  expect(await crm.synchronize()).toBe('ok');
  expect(await ids()).toEqual(['busy', 'erased', 'stays']);
});
