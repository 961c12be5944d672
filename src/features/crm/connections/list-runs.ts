import type { z } from 'zod';
import type { Page } from '../../../db/pages/page.ts';
import { newestFirst } from '../../../db/prisma/newest-first.ts';
import type { TeamVisit } from '../../../operation/call.ts';
import { describeRun, readsNotes } from './describe-run.ts';
import { findConnection } from './rules/find-connection.ts';
import type { CrmRun, listRunsInput } from './runs.schema.ts';

/** The synchronizations of a connection, newest first. */
export async function listRuns(
  call: TeamVisit,
  { connection_id, cursor, limit }: z.output<typeof listRunsInput>,
): Promise<Page<CrmRun>> {
  const hasNotes = readsNotes(await findConnection(call, connection_id));
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
  return { data: rows.map((run) => describeRun(run, { hasNotes })), next_cursor };
}
