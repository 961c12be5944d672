import type { z } from 'zod';
import type { Page } from '../../../db/pages/page.ts';
import { newestFirst } from '../../../db/prisma/newest-first.ts';
import type { TeamVisit } from '../../../operation/call.ts';
import { ApiError } from '../../../shared/errors/errors.ts';
import { findSources } from '../find-sources.ts';
import { describeRun } from './describe-run.ts';
import { findConnection } from './rules/find-connection.ts';
import type { CrmRun, CrmRunDetail, listRunsInput, runInput } from './runs.schema.ts';

/** The synchronizations of a connection, newest first. */
export async function listRuns(
  call: TeamVisit,
  { connection_id, cursor, limit }: z.output<typeof listRunsInput>,
): Promise<Page<CrmRun>> {
  await findConnection(call, connection_id);
  const { db, prisma, cursorKey } = call;
  const tenant_id = db.tenantId;
  const place = { route: 'crm.runs', tenant: tenant_id, filters: { connection_id } };
  const request = { place, limit, cursor, cursorKey, at: 'started_at' } as const;
  const { rows, next_cursor } = await newestFirst(request, (page) =>
    prisma.crmSyncRun.findMany({
      where: { tenant_id, connection_id, ...page.where },
      omit: { gone_ids: true },
      ...page.part,
    }),
  );
  return { data: rows.map(describeRun), next_cursor };
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
