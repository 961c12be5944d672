import { practiceAccount } from '../../../crm/demo/practice.ts';
import type { PrismaCall, TeamVisit } from '../../../operation/call.ts';
import { readFields } from '../fields.ts';
import type { ConnectionDetail } from './connections.schema.ts';
import { describeChanged } from './describe-connection.ts';
import { unreadOf } from './describe-run.ts';
import { findPipelines } from './find-pipelines.ts';
import { type Connection, findConnection } from './rules/find-connection.ts';
import { readAccount } from './rules/stored-account.ts';
import { readSettings } from './rules/stored-settings.ts';

/** One connection, with its settings and the values among which the team can choose. */
export async function getConnection(call: TeamVisit, id: string): Promise<ConnectionDetail> {
  const connection = await findConnection(call, id);
  const { currency, time_zone } = await readAccount(call.db, id);
  const pipelines = await findPipelines(call.db, [id]);
  const existing = await readFields(call.db, id);
  const connector = call.crm.connectors.find((one) => one.provider === connection.provider);
  return {
    ...(await describeChanged(call, id)),
    settings: readSettings(connection.settings),
    chosen_budget: connection.daily_budget,
    currency,
    time_zone,
    pipelines: pipelines.map(({ id: pipeline, name }) => ({ id: pipeline, name })),
    crm_url: connector?.homeUrl?.({ id: connection.account_id }) ?? null,
    is_practice: practiceAccount(connection.account_id) !== null,
    failed_run_id: await findFailedRun(call, connection),
    set_aside: await findSetAside(call, id),
    fields: existing?.fields ?? [],
    left_out: existing?.left_out ?? null,
    industry_values_found: await findIndustryValues(call, id),
    owners: await findOwners(call, id),
  };
}

const MOST_VALUES = 200;
const MOST_OWNERS = 500;

/** The values of the industry field, the most frequent first. Longer values than a setting can name are left out. */
function findIndustryValues(
  { db }: TeamVisit,
  connectionId: string,
): Promise<ConnectionDetail['industry_values_found']> {
  return db.rows(
    `select d.industry_value as value, count(*)::integer as deals from crm_deal d
     where d.tenant_id = $1 and d.connection_id = $2 and length(d.industry_value) <= 300
     group by d.industry_value order by deals desc, value limit ${MOST_VALUES}`,
    [connectionId],
  );
}

/** The owners of deals. Owners who match no member come first, and among them those with the most deals. */
async function findOwners(
  { db, actor }: TeamVisit,
  connectionId: string,
): Promise<ConnectionDetail['owners']> {
  const rows = await db.rows<ConnectionDetail['owners'][number]>(
    `select o.external_id, o.name, o.email, o.user_id, o.is_chosen as chosen,
       o.is_erased as erased, coalesce(c.deals, 0)::integer as deals
     from crm_owner o
     left join (
       select d.owner_id, count(*) as deals from crm_deal d
       where d.tenant_id = $1 and d.connection_id = $2 and d.owner_id is not null
       group by d.owner_id) c on c.owner_id = o.external_id
     where o.tenant_id = $1 and o.connection_id = $2
     order by o.user_id is not null, coalesce(c.deals, 0) desc, o.external_id
     limit ${MOST_OWNERS}`,
    [connectionId],
  );
  for (const owner of rows) actor.privacy.strip('crm_owner', owner);
  return rows;
}

const newest = [{ started_at: 'desc' }, { id: 'desc' }] as const;

/** The last failed run, while the connection is failing. */
async function findFailedRun(
  { db, prisma }: PrismaCall,
  { id, failing_since }: Connection,
): Promise<string | null> {
  if (failing_since === null) return null;
  const run = await prisma.crmSyncRun.findFirst({
    where: { tenant_id: db.tenantId, connection_id: id, status: 'failed' },
    orderBy: [...newest],
    select: { id: true },
  });
  return run?.id ?? null;
}

const MOST_RUNS = 100;

/**
 * The run that has set aside most records of which no later run has read. A run that reads only changes sees such a
 * record again when it is mended, so the last full pass and all runs since are looked at.
 */
async function findSetAside(
  { db, prisma }: PrismaCall,
  connection_id: string,
): Promise<ConnectionDetail['set_aside']> {
  const ofConnection = { tenant_id: db.tenantId, connection_id };
  const full = await prisma.crmSyncRun.findFirst({
    where: { ...ofConnection, is_full: true, status: 'ok' },
    orderBy: [...newest],
    select: { started_at: true },
  });
  const runs = await prisma.crmSyncRun.findMany({
    where: {
      ...ofConnection,
      finished_at: { not: null },
      set_aside: { gt: 0 },
      ...(full && { started_at: { gte: full.started_at } }),
    },
    orderBy: [{ set_aside: 'desc' }, ...newest],
    take: MOST_RUNS,
    select: { id: true, set_aside: true, set_aside_records: true },
  });
  const [most] = runs
    .map((run) => ({ run_id: run.id, count: unreadOf(run) }))
    .toSorted((one, other) => other.count - one.count);
  return most && most.count > 0 ? most : null;
}
