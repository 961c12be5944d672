import { z } from 'zod';
import type { CrmApi } from '../crm-api.ts';
import { crmDay, crmId, crmMoment } from '../crm-fields.ts';
import { readRecords } from '../read-shape.ts';
import type { ActivityTimes, PipedriveDeal } from './deal.ts';
import { readList } from './pipedrive-answer.ts';

/** Pipedrive accepts this many ids in a request. */
const MOST_IDS = 100;

const activity = z.object({
  id: crmId,
  marked_as_done_time: crmMoment.nullish().catch(null),
  due_date: crmDay.nullish().catch(null),
});

/**
 * A deal names only the id of its last activity, so a further request reads the times for each page. Without
 * the permission `activities:read`, deals come without these times.
 */
export async function findActivityTimes(
  api: CrmApi,
  deals: readonly PipedriveDeal[],
): Promise<ActivityTimes> {
  const ids = [...new Set(deals.flatMap(({ last_activity_id: id }) => id ?? []))];
  const times = new Map<string, Date>();
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    const some = ids.slice(from, from + MOST_IDS);
    const query = { ids: some.join(','), limit: `${MOST_IDS}` };
    const answer = await api.send({ path: '/api/v2/activities', query, accept: [403] });
    if (answer.status === 403) return times;
    for (const one of readRecords(readList(answer).data, activity, 'id').items) {
      const at = one.marked_as_done_time ?? (one.due_date ? new Date(one.due_date) : null);
      if (at !== null) times.set(one.id, at);
    }
  }
  return times;
}
