import { DAY_MS, HOUR_MS } from '../../shared/durations.ts';
import { oldRowsOfTeams } from './old-rows-of-teams.ts';
import { BATCH, type RetentionRule } from './retention-rule.ts';

export const crmRetention: readonly RetentionRule[] = [
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
