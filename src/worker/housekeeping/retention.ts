import { idFloor } from '../../db/ids.ts';
import { WAITING_DAYS } from '../../features/trainings/intake.schema.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../../shared/time/durations.ts';
import { accountRetention } from './account-retention.ts';
import { changeRetention } from './change-retention.ts';
import { feedRetention } from './feed-retention.ts';
import { listenerRetention } from './listener-retention.ts';
import { auditEntries, oldRowsOfTeams, strayLines, usage } from './old-rows-of-teams.ts';
import { BATCH, byStatement, type RetentionRule, YEAR_MS } from './retention-rule.ts';
import { countDroppedSessions } from './waiting-sessions.ts';
import { webhookRetention } from './webhook-retention.ts';

const otherRetention: readonly RetentionRule[] = [
  {
    // A window lasts 60 s, and afterwards its row has no meaning (D54).
    name: 'rate windows',
    keptMs: 2 * MINUTE_MS,
    run: byStatement(`delete from rate_window where subject in (
      select subject from rate_window where started_at < $1 limit $2 for update skip locked)`),
  },
  {
    // A key is valid for 24 h (D97). The stored response is removed with it (D95).
    name: 'idempotency records',
    keptMs: DAY_MS,
    run: byStatement(`delete from idempotency_record where (tenant_id, lineage_id, key) in (
      select tenant_id, lineage_id, key from idempotency_record
      where created_at < $1 order by created_at limit $2 for update skip locked)`),
  },
  {
    // These are ends and evaluations whose session has not started yet.
    name: 'waiting sessions',
    keptMs: WAITING_DAYS * DAY_MS,
    run: async (client, before) => {
      const { rows } = await client.query<{ tenant_id: string; session_id: string }>(
        'select tenant_id, session_id from training_intake where waiting_since < $1 limit $2',
        [before, BATCH],
      );
      let count = 0;
      // The rows are removed team by team, because one statement cannot lock rows of several servers.
      for (const [tenantId, ofTeam] of Map.groupBy(rows, ({ tenant_id }) => tenant_id)) {
        const ids = ofTeam.map(({ session_id }) => session_id);
        const { rowCount } = await client.query(
          `delete from training_intake where tenant_id = $1 and session_id = any (array(
            select i.session_id from training_intake i
            where i.tenant_id = $1 and i.session_id = any ($2) and i.waiting_since < $3
            for update skip locked))`,
          [tenantId, ids, before],
        );
        count += rowCount ?? 0;
      }
      countDroppedSessions(count);
      return { count, more: count === BATCH };
    },
  },
  {
    name: 'mails',
    keptMs: 90 * DAY_MS,
    standsStill: true,
    run: async (_client, before, prisma) => {
      const where = { created_at: { lt: before } };
      const { count } = await prisma.mail.deleteMany({ where, limit: BATCH });
      return { count, more: count === BATCH };
    },
  },
  {
    name: 'entries of operators',
    keptMs: YEAR_MS,
    run: async (_client, before, prisma) => {
      const where = { started_at: { lt: before } };
      const { count } = await prisma.operatorEntry.deleteMany({ where, limit: BATCH });
      return { count, more: count === BATCH };
    },
  },
  {
    // The queue keeps a job that has failed for the last time for a while, so that an operator can
    // look at it.
    name: 'jobs that were given up',
    keptMs: WEEK_MS,
    run: byStatement(`select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and updated_at < $1 limit $2))`),
  },
];

/**
 * All rules. A new table whose rows expire needs a rule here or in a file beside this one, and a
 * row in docs/operations.md.
 */
export function retention(): RetentionRule[] {
  return [
    ...otherRetention,
    ...webhookRetention(),
    ...listenerRetention,
    ...feedRetention(),
    ...changeRetention(),
    ...accountRetention,
    ...crmRetention,
    // This removes only the lines in the default partition. All other lines are removed with their partition
    // (log-partitions.ts).
    { name: 'lines of the request log', keptMs: 30 * DAY_MS, run: oldRowsOfTeams(strayLines) },
    lateLinesOfDeletedTeams,
    { name: 'usage of keys', keptMs: YEAR_MS, run: oldRowsOfTeams(usage) },
    { name: 'audit entries', keptMs: 2 * YEAR_MS, run: oldRowsOfTeams(auditEntries) },
  ];
}

/**
 * API processes write the lines and counts of requests some seconds later, or much later if the
 * database was away. So some lines may arrive after their team was deleted. No other rule finds
 * these lines, because every other rule goes from team to team.
 */
const lateLinesOfDeletedTeams: RetentionRule = {
  name: 'late lines of deleted teams',
  keptMs: DAY_MS,
  /** `since` is a day ago. The rule looks at the teams that were deleted since then. */
  run: async (client, since) => {
    const { rows: deleted } = await client.query<{ id: string }>(
      `select tenant_id as id from erasure
       where id > $1 and tenant_id is not null and member_id is null`,
      [idFloor('ers', since)],
    );
    const ids = deleted.map(({ id }) => id);
    if (ids.length === 0) return { count: 0, more: false };
    let count = 0;
    for (const table of ['request_log', 'request_day']) {
      const { rowCount } = await client.query(`delete from ${table} where tenant_id = any ($1)`, [
        ids,
      ]);
      count += rowCount ?? 0;
    }
    return { count, more: false };
  },
};

const crmRetention: readonly RetentionRule[] = [
  {
    // A consent is valid for ten minutes.
    name: 'consents to connect a CRM',
    keptMs: HOUR_MS,
    run: async (_client, before, prisma) => {
      const where = { created_at: { lt: before } };
      const { count } = await prisma.crmConsent.deleteMany({ where, limit: BATCH });
      return { count, more: count === BATCH };
    },
  },
  {
    // A run that has not ended was worked on lately, so it is never this old.
    name: 'synchronizations of CRMs',
    keptMs: 90 * DAY_MS,
    standsStill: true,
    run: oldRowsOfTeams({
      removal: `delete from crm_sync_run where tenant_id = $1 and id = any (array(
        select r.id from crm_sync_run r
        where r.tenant_id = $1 and r.started_at < $2 and r.finished_at is not null limit $3))`,
    }),
  },
  {
    // Only the history of synchronizations shows these titles. The ids stay.
    name: 'titles of former deals',
    keptMs: 90 * DAY_MS,
    run: oldRowsOfTeams({
      removal: `update crm_former_deal f set title = null
        where f.tenant_id = $1 and (f.connection_id, f.external_id) in (
          select g.connection_id, g.external_id from crm_former_deal g
          where g.tenant_id = $1 and g.removed_at < $2 and g.title is not null limit $3)`,
    }),
  },
];
