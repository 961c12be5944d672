import type { z } from 'zod';
import { encodeCursor, readCursor } from '../../../db/pages/cursor.ts';
import type { Page } from '../../../db/pages/page.ts';
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
  const place = { route: 'crm.runs', tenant: db.tenantId, filters: { connection_id } };
  const after = readCursor({ cursor, place, cursorKey });
  const at = after && new Date(after.at);
  const found = await prisma.crmSyncRun.findMany({
    where: {
      tenant_id: db.tenantId,
      connection_id,
      ...(at && { OR: [{ started_at: { lt: at } }, { started_at: at, id: { lt: after.id } }] }),
    },
    orderBy: [{ started_at: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  const data = found.slice(0, limit);
  const last = found.length > limit ? data.at(-1) : undefined;
  const end = last && { at: last.started_at.toISOString(), id: last.id };
  return {
    data: data.map((run) => describeRun(run, { hasNotes })),
    next_cursor: end ? encodeCursor({ ...place, ...end }, cursorKey) : null,
  };
}
