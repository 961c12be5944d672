import { crmIntervals } from '../../../crm/connection-settings.ts';
import type { crmFailureReasons, FailureFacts } from '../../../crm/crm-failure.ts';
import type { PrismaCall } from '../../../operation/call.ts';
import { versionOf } from '../../../shared/schema/edit-version.ts';
import { budgetOf } from '../budget.ts';
import { isInWork } from '../lease.ts';
import type { ChangedConnection, ConnectionSummary } from './connections.schema.ts';
import {
  describeRun,
  failureOf,
  findFailures,
  findOpenRuns,
  type StoredRun,
} from './describe-run.ts';
import { editedFields } from './edited-fields.ts';
import { type Connection, findConnection } from './rules/find-connection.ts';
import { providerOf } from './rules/provider-of.ts';
import { readAccounts, type StoredAccount } from './rules/stored-account.ts';

/** Connections as the page shows them in one line each. */
export async function describeConnections(
  call: PrismaCall,
  connections: readonly Connection[],
): Promise<ConnectionSummary[]> {
  const counts = await countRows(call);
  const runs = await findOpenRuns(call);
  const accounts = await readAccounts(
    call.db,
    connections.map(({ id }) => id),
  );
  const failing = connections.filter(({ failing_since }) => failing_since !== null);
  const failures = await findFailures(call, failing);
  return connections.map((connection) => {
    return summaryOf(call, connection, {
      ...(counts.get(connection.id) ?? { deals: 0, objections: 0 }),
      account: accounts.get(connection.id),
      run: runs.get(connection.id),
      facts: failures.get(connection.id),
    });
  });
}

/** A connection after a change of it. */
export async function describeChanged(call: PrismaCall, id: string): Promise<ChangedConnection> {
  const connection = await findConnection(call, id);
  const [summary] = await describeConnections(call, [connection]);
  if (!summary) throw new Error('A connection that was found is not described');
  return { ...summary, version: versionOf(await editedFields(call, connection)) };
}

type Beside = {
  account: StoredAccount | undefined;
  deals: number;
  objections: number;
  run: StoredRun | undefined;
  /** What the last failed run has stored about its failure. */
  facts: FailureFacts | undefined;
};

function summaryOf(
  { now }: PrismaCall,
  connection: Connection,
  { account, deals, objections, run, facts }: Beside,
): ConnectionSummary {
  const { failed_for, failing_since, requests_day } = connection;
  const today = now.toISOString().slice(0, 10);
  return {
    id: connection.id,
    provider: providerOf(connection),
    name: connection.name,
    state: stateOf(connection, run, now),
    account_id: connection.account_id,
    account_name: account?.name ?? null,
    access: {
      kind: connection.access_kind === 'oauth' ? 'oauth' : 'token',
      last_four: connection.credentials_hint,
      since: connection.credentials_at.toISOString(),
    },
    every_minutes: crmIntervals.find((one) => one === connection.every_minutes) ?? 15,
    created_at: connection.created_at.toISOString(),
    synced_at: textOf(connection.synced_at),
    read_to: textOf(connection.read_to),
    in_work: isInWork(connection, now),
    next_sync_at: textOf(connection.next_sync_at),
    waits_until: isWaiting(connection, now) ? textOf(connection.waits_until) : null,
    failing_since: textOf(failing_since),
    consecutive_failures: connection.failures,
    failure: failing_since === null ? null : failureOf(failed_for, facts),
    deals,
    objections,
    requests_today: textOf(requests_day)?.slice(0, 10) === today ? connection.requests : 0,
    daily_budget: budgetOf({
      dailyBudget: connection.daily_budget,
      account: { daily_quota: account?.daily_quota ?? null },
    }),
    run: run ? describeRun(run) : null,
  };
}

const textOf = (time: Date | null): string | null => time?.toISOString() ?? null;

function isWaiting({ waits_until }: Connection, now: Date): boolean {
  return waits_until !== null && waits_until > now;
}

/** The state of a connection. States that need a person come before those of running work. */
function stateOf(
  connection: Connection,
  run: StoredRun | undefined,
  now: Date,
): ConnectionSummary['state'] {
  const { state, failed_for, failing_since, synced_at } = connection;
  if (state === 'removing' || state === 'ended' || state === 'sign_in' || state === 'paused') {
    return state;
  }
  if (isWaiting(connection, now)) return 'waits_for_quota';
  const isRunning = run?.status === 'running' || isInWork(connection, now);
  const question: (typeof crmFailureReasons)[number] = 'suspicious_deletion';
  if (failed_for === question && !(isRunning && isAnswered(connection, run))) {
    return 'confirm_deletion';
  }
  if (failing_since !== null && !isRunning) return 'failing';
  if (synced_at === null) return 'first';
  if (isRunning) return 'running';
  return connection.read_to === null ? 'up_to_date' : 'behind';
}

/**
 * True if a person has confirmed the removal, or if a full pass is reading everything again. Otherwise the
 * question stays open, whatever other runs have read.
 */
function isAnswered(
  { deletion_confirmed, read_again }: Connection,
  run: StoredRun | undefined,
): boolean {
  return deletion_confirmed !== null || read_again || run?.is_full === true;
}

type Counts = { deals: number; objections: number };

/**
 * Counts the deals and objections of each connection. An objection of an earlier release names no connection,
 * but its deal does.
 */
async function countRows({ db }: PrismaCall): Promise<Map<string, Counts>> {
  // Deals and connections may be on different servers (P763).
  const connections = await db.rows<{ id: string }>(
    'select c.id from crm_connection c where c.tenant_id = $1',
  );
  const rows = await db.rows<Counts & { id: string }>(
    `select c.id,
       (select count(*)::integer from crm_deal d
         where d.tenant_id = $1 and d.connection_id = c.id) as deals,
       (select count(*)::integer from crm_objection o
         where o.tenant_id = $1 and o.connection_id = c.id)
       + (select count(*)::integer from crm_objection o
          join crm_deal d on d.tenant_id = $1 and d.id = o.deal_id
          where o.tenant_id = $1 and o.connection_id is null and d.connection_id = c.id)
         as objections
     from unnest($2::text[]) as c (id)`,
    [connections.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
