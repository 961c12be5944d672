import type { z } from 'zod';
import { type Page, readPage } from '../../../db/pages/page.ts';
import { selectList } from '../../../db/select-list.ts';
import type { TeamVisit } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors/errors.ts';
import { findSources } from '../find-sources.ts';
import { describeRun, type ListedRun } from './describe-run.ts';
import { findConnection } from './rules/find-connection.ts';
import {
  type CrmRun,
  type CrmRunDetail,
  crmRun,
  type listRunsInput,
  type runInput,
} from './runs.schema.ts';

/** The synchronizations of a connection, newest first. */
export async function listRuns(
  call: TeamVisit,
  { connection_id, cursor, limit }: z.output<typeof listRunsInput>,
): Promise<Page<CrmRun>> {
  await findConnection(call, connection_id);
  const { db, cursorKey } = call;
  const page = await readPage<ListedRun>(
    db,
    { route: 'crm.runs', limit, cursor, cursorKey, filters: { connection_id } },
    {
      shape: `${selectList(crmRun, { model: 'crmSyncRun', as: 'r' }, {})}, r.failed_for`,
      from: 'crm_sync_run r',
      where: ['r.tenant_id = $1', 'r.connection_id = $2'],
      params: [connection_id],
      at: 'r.started_at',
      id: 'r.id',
      large: ['r.set_aside_records'],
    },
  );
  const { data, next_cursor } = page.toJSON();
  return { data: data.map(describeRun), next_cursor };
}

/** One synchronization, with the deals that it has removed, or would remove. */
export async function getRun(
  call: TeamVisit,
  { connection_id, run_id }: z.output<typeof runInput>,
): Promise<CrmRunDetail> {
  const { db, prisma } = call;
  await findConnection(call, connection_id);
  const stored = await prisma.crmSyncRun.findFirst({
    where: { tenant_id: db.tenantId, connection_id, id: run_id },
  });
  if (!stored) throw new ApiError('not_found');
  const place = { connection_id, pipeline_id: null, stage_id: null };
  const source = (await findSources(call, [place])).get(connection_id);
  const gone = await namesOf(call, connection_id, stored.gone_ids);
  return {
    ...describeRun(stored),
    gone_deals: gone.map((deal) => ({ ...deal, url: source?.dealUrl(deal.external_id) ?? null })),
  };
}

type Named = Omit<CrmRunDetail['gone_deals'][number], 'url'>;

// The title is read from where it is stored now, so an erasure applies to it too.
const naming = `select g.external_id, coalesce(d.title, f.title) as title,
    case when d.id is null then 'gone' when d.pass <> k.pass then 'missing' else 'there' end as now
  from unnest($3::text[]) with ordinality as g (external_id, place)
  left join crm_deal d
    on d.tenant_id = $1 and d.connection_id = $2 and d.external_id = g.external_id
  left join crm_former_deal f
    on f.tenant_id = $1 and f.connection_id = $2 and f.external_id = g.external_id
  left join crm_cursor k
    on k.tenant_id = $1 and k.connection_id = $2 and k.stream = 'deals'
  order by g.place`;

async function namesOf(
  { db }: TeamVisit,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Named[]> {
  if (externalIds.length === 0) return [];
  return db.rows<Named>(naming, [connectionId, externalIds]);
}
