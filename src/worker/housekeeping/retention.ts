import { WAITING_DAYS } from '../../features/trainings/intake.schema.ts';
import { DAY_MS, MINUTE_MS, WEEK_MS } from '../../shared/durations.ts';
import { accountRetention } from './account-retention.ts';
import { crmRetention } from './crm-retention.ts';
import { feedRetention } from './feed-retention.ts';
import { lateLinesOfDeletedTeams } from './late-lines.ts';
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
      // The rows are removed team by team, because one statement cannot lock rows of several servers (P763).
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
