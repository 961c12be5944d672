import { z } from 'zod';
import { idFloor } from '../../db/ids.ts';
import type { TeamDb } from '../../db/team-db.ts';
import type { Call } from '../../operation/call.ts';
import { columnsOf, defineListExport } from '../../operation/define-list-export.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { ApiError } from '../../shared/errors.ts';
import { DELIVERY_DAYS } from '../../shared/kept-days.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { usersOf } from '../erasure/end-erasures.ts';
import type { Erasure } from './erased.schema.ts';
import type { ErasureNews, Receiver } from './erasure-news.schema.ts';
import { listErased } from './list-erased.ts';

/** The most erasures of a page of the file. A team has up to 100 endpoints. */
const MOST_READ = 100;

/** The erasure of a former member, and which endpoints have taken the news of it. */
export async function getErasureNews(call: Call, memberId: string): Promise<ErasureNews> {
  const erasure = await call.db.row<Erasure>(
    `select e.id, e.member_id, e.person_id as user_id, iso(e.finished_at) as erased_at
     from erasure e
     where e.tenant_id = $1 and e.member_id = $2 and e.finished_at is not null`,
    [memberId],
  );
  if (!erasure) throw new ApiError('not_found');
  const users = await usersOf(call.db, [memberId]);
  const user_id = users.get(memberId) ?? erasure.user_id;
  const [news] = await withReceivers(call, [{ ...erasure, user_id }]);
  if (!news) throw new ApiError('not_found');
  return news;
}

async function withReceivers(
  { db, now }: Call,
  erasures: readonly Erasure[],
): Promise<ErasureNews[]> {
  const asked = await askedAt(db, erasures);
  const keptFrom = now.getTime() - DELIVERY_DAYS * DAY_MS;
  const kept = erasures.filter(({ erased_at }) => Date.parse(erased_at) > keptFrom);
  const receivers = Map.groupBy(await receiversOf(db, kept), ({ member_id }) => member_id);
  return erasures.map((erasure) => ({
    ...erasure,
    asked_at: asked.get(erasure.id) ?? erasure.erased_at,
    receivers: kept.includes(erasure)
      ? (receivers.get(erasure.member_id) ?? []).map(({ member_id: _, ...receiver }) => receiver)
      : null,
  }));
}

async function askedAt(db: TeamDb, erasures: readonly Erasure[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; at: string }>(
    'select e.id, iso(e.created_at) as at from erasure e where e.tenant_id = $1 and e.id = any ($2)',
    [erasures.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/**
 * The endpoints that existed at each of these erasures. An event has the time of its erasure, and an id begins with its
 * time. So the events and their deliveries are found by their primary keys.
 */
function receiversOf(
  db: TeamDb,
  erasures: readonly Erasure[],
): Promise<(Receiver & { member_id: string })[]> {
  return db.rows(
    `select w.member_id, e.id as endpoint_id, e.url, coalesce(d.status, 'none') as status,
       coalesce(d.attempt, 0) as attempt, iso(d.ended_at) as at
     from unnest($2::text[], $3::text[], $4::timestamptz[]) as w (member_id, digits, at)
     join webhook_endpoint e
       on e.tenant_id = $1 and e.deleted_at is null and e.created_at <= w.at
     left join lateral (
       select s.status, s.attempt, s.ended_at
       from webhook_event v
       join webhook_delivery_state s on s.tenant_id = $1 and s.event_id = v.id
         and s.id >= 'whd_' || w.digits and s.id < 'whd_' || w.digits || '~'
         and s.endpoint_id = e.id
       where v.tenant_id = $1 and v.id >= 'evt_' || w.digits and v.id < 'evt_' || w.digits || '~'
         and v.type = 'member.erased' and v.body::json #>> '{data,member_id}' = w.member_id
       order by s.status = 'ok' desc, s.id limit 1) d on true
     order by e.created_at, e.id`,
    [
      erasures.map(({ member_id }) => member_id),
      erasures.map(({ erased_at }) => idFloor('evt', new Date(erased_at)).slice('evt_'.length)),
      erasures.map(({ erased_at }) => erased_at),
    ],
  );
}

type Row = Omit<ErasureNews, 'receivers'> & { receiver: Receiver | null };

const column = columnsOf<Row>();

/** The erasures of a year as a file: a line for each endpoint, or one line if no endpoint is known. */
export const erasureExport = defineListExport({
  rights: { begin: 'erase_members', read: 'see_former_members' },
  filter: z.strictObject({}),
  columns: [
    column('Gelöscht (UTC)', 'Erased (UTC)', ({ erased_at }) => erased_at),
    column('Beantragt (UTC)', 'Asked for (UTC)', ({ asked_at }) => asked_at),
    column('Mitglied: Kennung', 'Member: id', ({ member_id }) => member_id),
    column('Person: Kennung', 'Person: id', ({ user_id }) => user_id),
    column('Endpunkt', 'Endpoint', ({ receiver }) => receiver?.url ?? null),
    column('Endpunkt: Kennung', 'Endpoint: id', ({ receiver }) => receiver?.endpoint_id ?? null),
    column('Zustellung', 'Delivery', ({ receiver }) => receiver?.status ?? null),
    column('Zugestellt (UTC)', 'Delivered (UTC)', ({ receiver }) => receiver?.at ?? null),
    column('Versuche', 'Attempts', ({ receiver }) => receiver?.attempt ?? null),
  ],
  begin: (call, { format }) =>
    recordAudit(call, {
      action: 'erasure_list.exported',
      targetId: call.db.tenantId,
      changes: { format },
    }),
  async read(call, { cursor, limit }) {
    const page = await listErased(call, { cursor, limit: Math.min(limit, MOST_READ) });
    const { data, next_cursor } = page.toJSON();
    const rows = (await withReceivers(call, data)).flatMap(({ receivers, ...erasure }): Row[] =>
      receivers && receivers.length > 0
        ? receivers.map((receiver) => ({ ...erasure, receiver }))
        : [{ ...erasure, receiver: null }],
    );
    return { data: rows, next_cursor };
  },
});
