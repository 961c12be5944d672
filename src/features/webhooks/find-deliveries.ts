import { encodeCursor, readCursor } from '../../db/pages/cursor.ts';
import type { RequestCall } from '../../operation/call.ts';
import type { FindDeliveriesInput, FoundDeliveries } from './find-deliveries.schema.ts';
import { findMatching } from './find-matching.ts';

/** Searches the deliveries of one endpoint or of all, newest first, and says how far it has come. */
export async function findDeliveries(
  call: RequestCall,
  { cursor, limit, ...filter }: FindDeliveriesInput,
): Promise<FoundDeliveries> {
  const { db, cursorKey } = call;
  const place = { route: 'webhooks.findDeliveries', tenant: db.tenantId, filters: filter };
  const after = readCursor({ cursor, place, cursorKey });
  const { found, looked, end } = await findMatching(call, { filter, after, most: limit + 1 });
  const data = found.slice(0, limit);
  const last = found.length > limit ? data.at(-1) : undefined;
  const stop = last ? { at: last.created_at, id: last.id } : end;
  return {
    data,
    next_cursor: stop && encodeCursor({ ...place, ...stop }, cursorKey),
    searched: { deliveries: looked, back_to: stop?.at ?? null },
  };
}
