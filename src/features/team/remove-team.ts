import { newId } from '../../db/ids.ts';
import type { TeamDb } from '../../db/team-db.ts';
import type { PeopleHandles } from '../../db/transaction.ts';
import type { Steps } from '../../operation/system-call.ts';
import { removeAccount } from '../account/remove-account.ts';
import { endConnections } from '../crm/connections/end-connections.ts';
import { findOtherTeam } from '../erasure/find-other-team.ts';

/**
 * The tables of a team, in the order of their removal. A table that refers to another comes before
 * it. The keys come first of all, so that no new request begins. A trigger removes attempts,
 * retries and pending rows with their deliveries. The members come last.
 */
export const tablesOfTeam = [
  ...['api_key', 'api_key_use', 'idempotency_record', 'one_time_link', 'mail'],
  ...['command_line_token', 'command_line_request'],
  'technical_contact',
  ...[
    'listener',
    'webhook_retry_run',
    'webhook_endpoint_hour',
    'ownership_offer',
    'policy',
    'evaluation',
  ],
  ...['training_intake', 'training', 'assignment', 'team_case', 'team_catalog_rule'],
  ...['team_catalog_entry', 'catalog_hidden', 'crm_objection', 'crm_deal', 'crm_former_deal'],
  ...[
    'crm_owner',
    'crm_cursor',
    'crm_sync_run',
    'crm_consent',
    'crm_connection',
    'analytics_change',
  ],
  ...[
    'analytics_sum',
    'analytics_state',
    'audit_entry',
    'request_log',
    'request_day',
    'member_name',
    'member',
  ],
] as const;

/**
 * Removes a team that has ended, with all its rows, in many transactions. The team itself goes
 * last, so a killed removal can start again. People who were in no other team lose their accounts.
 * Returns how many rows and accounts were removed.
 */
export async function removeTeam(steps: Steps): Promise<{ rows: number; accounts: number }> {
  // Before the rows with the tokens are removed.
  await steps.inTeam((call) => endConnections(call));
  let [rows, accounts] = [0, 0];
  for (let removed = -1; removed !== 0; ) {
    // This runs once more, because a worker may have written a last row in the meantime.
    removed = (await removeDeliveries(steps)) + (await removeListened(steps));
    for (const table of tablesOfTeam) removed += await removeRows(steps, table);
    rows += removed;
  }
  for (let more = true; more; ) {
    const step = await steps.withPeople((...handles) => removePeople(handles, steps));
    more = step.more;
    accounts += step.accounts;
  }
  await steps.inTeam(async ({ prisma, db, now }) => {
    const { tenantId } = db;
    const erased = { tenant_id: tenantId, created_at: now, finished_at: now };
    await prisma.erasure.createMany({
      data: [{ id: newId('ers', now), ...erased }],
      skipDuplicates: true,
    });
    await prisma.tenant.deleteMany({ where: { id: tenantId } });
    await db.writeWithJob(`select enqueue('erasure.log', json_build_object('team', $1::text))`);
  });
  return { rows, accounts };
}

async function removeRows(steps: Steps, table: string): Promise<number> {
  const text = `delete from ${table} x where x.tenant_id = $1 and x.ctid = any (array(
    select t.ctid from ${table} t where t.tenant_id = $1 limit $2)) returning 1`;
  const { rows: size } = steps.sizes;
  let removed = 0;
  for (;;) {
    const gone = await steps.inTeam(({ db }) => db.writeRows(text, [size]));
    removed += gone.length;
    if (gone.length < size) return removed;
  }
}

async function removeDeliveries(steps: Steps): Promise<number> {
  const endpoints = await steps.inTeam(({ db }) =>
    db.rows<{ id: string }>('select e.id from webhook_endpoint e where e.tenant_id = $1'),
  );
  const { rows: size } = steps.sizes;
  let removed = 0;
  for (const { id } of endpoints) {
    for (let step = size; step === size; removed += step) {
      step = await steps.inTeam(({ db }) => removeOfEndpoint(db, id, size));
    }
  }
  return removed + (await removeRows(steps, 'webhook_endpoint'));
}

/** An event that only command lines got has no delivery, and is removed with its row here. */
async function removeListened(steps: Steps): Promise<number> {
  const { rows: size } = steps.sizes;
  let removed = 0;
  for (let step = size; step >= size; removed += step) {
    step = await steps.inTeam(async ({ db }) => {
      const gone = await db.writeRows<{ event_id: string }>(
        `delete from listener_event x where x.tenant_id = $1 and x.event_id = any (array(
           select e.event_id from listener_event e where e.tenant_id = $1
           order by e.event_id limit $2)) returning x.event_id`,
        [size],
      );
      await removeEvents(db, gone);
      return gone.length;
    });
  }
  return removed;
}

/** An event of the team is removed with the first of its deliveries, because all of them are removed. */
async function removeOfEndpoint(db: TeamDb, endpointId: string, size: number): Promise<number> {
  const gone = await db.writeRows<{ event_id: string }>(
    `delete from webhook_delivery x where x.tenant_id = $1 and x.id = any (array(
       select d.id from webhook_delivery d where d.tenant_id = $1 and d.endpoint_id = $2
       order by d.created_at desc, d.id desc limit $3)) returning x.event_id`,
    [endpointId, size],
  );
  await removeEvents(db, gone);
  return gone.length;
}

async function removeEvents(db: TeamDb, gone: readonly { event_id: string }[]): Promise<void> {
  await db.write('delete from webhook_event v where v.tenant_id = $1 and v.id = any ($2)', [
    gone.map(({ event_id }) => event_id),
  ]);
}

async function removePeople(
  handles: PeopleHandles,
  { tenantId: tenant_id, sizes }: Steps,
): Promise<{ more: boolean; accounts: number }> {
  const [people, , , , lockPerson] = handles;
  const belongings = await people.personTeam.findMany({
    where: { tenant_id },
    orderBy: { person_id: 'asc' },
    take: sizes.people,
  });
  let accounts = 0;
  for (const { person_id } of belongings) {
    await lockPerson(person_id);
    if ((await findOtherTeam(handles, person_id, tenant_id)) !== null) continue;
    if (await removeAccount(handles, person_id)) accounts += 1;
  }
  await people.personTeam.deleteMany({
    where: { tenant_id, person_id: { in: belongings.map(({ person_id }) => person_id) } },
  });
  return { more: belongings.length === sizes.people, accounts };
}
