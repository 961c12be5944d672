import type pg from 'pg';
import { enqueue } from '../../db/enqueue.ts';
import { notifyWorkers } from '../../db/notify.ts';
import { withTransaction } from '../../db/transaction.ts';
import type { Logger } from '../../shared/process/log.ts';
import type { Outgoing } from '../../shared/process/outgoing.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/time/durations.ts';
import { every } from '../../shared/time/every.ts';

type NotifiedConnection = { id: string; tenant_id: string; told_at: Date };

const BATCH = 100;

const needsPerson = `c.told_at is null and (c.state = 'sign_in'
  or (c.state = 'active' and c.failing_since < outgoing_ago(now(), $1 * interval '1 ms')))`;

const telling = {
  name: 'tell of crm connections',
  text: `update crm_connection c set told_at = now()
    from (select c.tenant_id, c.id from crm_connection c join tenant t on t.id = c.tenant_id
      where t.status = 'active' and ${needsPerson}
      limit ${BATCH} for no key update of c skip locked) due
    where c.tenant_id = due.tenant_id and c.id = due.id
    returning c.tenant_id, c.id, c.told_at`,
};

/**
 * Adds jobs that write mails about connections that need a person: somebody has to sign in again, or the connection
 * has failed for a day, because most failures end by themselves. Nobody is told about a team that is suspended or has
 * ended, because its CRM is not read. A successful synchronization empties `told_at`, so that nobody is told twice. If
 * several workers look at once, only one of them tells. Returns the number of connections.
 */
export async function tellOfConnections({ pool }: { pool: pg.Pool }): Promise<number> {
  const count = await withTransaction(pool, async (client) => {
    const { rows } = await client.query<NotifiedConnection>({ ...telling, values: [DAY_MS] });
    for (const { id, tenant_id, told_at } of rows) {
      await enqueue(client, 'crm.needs_person', {
        tenant: tenant_id,
        connection: id,
        noticedAt: told_at.toISOString(),
      });
    }
    return rows.length;
  });
  if (count > 0) notifyWorkers(pool, count);
  return count;
}

/** Looks every minute: no mail about a connection is urgent to the second. */
export function startTelling(deps: { pool: pg.Pool; outgoing: Outgoing; log: Logger }): {
  stop(): Promise<void>;
} {
  const tell = async () => {
    if (deps.outgoing.isOpen) await tellOfConnections(deps);
  };
  return every(MINUTE_MS, tell, {
    log: deps.log,
    name: 'mails about CRM connections',
    failed: (err) => deps.log.warn({ err }, 'mails about CRM connections could not be added'),
  });
}
