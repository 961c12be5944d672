import { z } from 'zod';
import { idFloor } from '../../db/ids.ts';
import type { TeamDb } from '../../db/team-db.ts';
import type { Call } from '../../operation/call.ts';
import { columnsOf, defineListExport } from '../../operation/define-list-export.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { DAY_MS } from '../../shared/time/durations.ts';
import { DELIVERY_DAYS } from '../../shared/time/kept-days.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { isToldOfErasures } from '../changes/changed-types.ts';
import { usersOf } from '../erasure/end-erasures.ts';
import type { Erasure } from './erased.schema.ts';
import type { ErasureNews, NewsReader, Receiver } from './erasure-news.schema.ts';
import { listErased } from './list-erased.ts';

/** The most erasures of a page of the file. A team has up to 100 endpoints. */
const MOST_READ = 100;

/** The erasure of a former member, and which endpoints and readers have taken the news of it. */
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
  const receivers = ofMembers(await receiversOf(db, kept));
  const readers = ofMembers(await readersOf(db, kept, now));
  return erasures.map((erasure) => ({
    ...erasure,
    asked_at: asked.get(erasure.id) ?? erasure.erased_at,
    receivers: kept.includes(erasure) ? (receivers.get(erasure.member_id) ?? []) : null,
    readers: kept.includes(erasure) ? (readers.get(erasure.member_id) ?? []) : null,
  }));
}

function ofMembers<T extends object>(
  rows: readonly (T & { member_id: string })[],
): Map<string, T[]> {
  const byMember = new Map<string, T[]>();
  for (const { member_id, ...row } of rows) {
    byMember.set(member_id, [...(byMember.get(member_id) ?? []), row as unknown as T]);
  }
  return byMember;
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
    placesOf(erasures),
  );
}

const placesOf = (erasures: readonly Erasure[]): unknown[] => [
  erasures.map(({ member_id }) => member_id),
  erasures.map(({ erased_at }) => idFloor('evt', new Date(erased_at)).slice('evt_'.length)),
  erasures.map(({ erased_at }) => erased_at),
];

type ReaderRow = Omit<NewsReader, 'types' | 'status'> & { member_id: string; types: string };

/**
 * The readers of events and of changes that had begun before each of these erasures and still have a key, and all that
 * have taken the news. The events are found as above. Readers of changes have taken the erasure itself.
 */
async function readersOf(
  db: TeamDb,
  erasures: readonly Erasure[],
  now: Date,
): Promise<(NewsReader & { member_id: string })[]> {
  const rows = await db.rows<ReaderRow>(
    `select w.member_id, r.feed, k.id as key_id, k.name, r.types, iso(r.taken_at) as taken_at
     from unnest($2::text[], $3::text[], $4::timestamptz[], $6::text[]) as w (member_id, digits, at, id)
     cross join lateral (
       select coalesce(t.feed, f.feed) as feed, coalesce(t.lineage_id, f.lineage_id) as lineage_id,
         coalesce(t.types, f.types) as types, t.taken_at
       from (
         select case t.event_id when w.id then 'changes' else 'events' end as feed, t.lineage_id, t.types,
           min(t.taken_at) as taken_at
         from erasure_reader t
         where t.tenant_id = $1 and t.event_id = any (array(
           select v.id from webhook_event v
           where v.tenant_id = $1 and v.id >= 'evt_' || w.digits and v.id < 'evt_' || w.digits || '~'
             and v.type = 'member.erased' and v.body::json #>> '{data,member_id}' = w.member_id) || w.id)
         group by 1, 2, 3
       ) t
       full join (
         select f.* from (
           select 'events' as feed, e.lineage_id, e.types, e.began_at from feed_reader e where e.tenant_id = $1
           union all
           select 'changes', c.lineage_id, c.types, c.began_at from change_reader c where c.tenant_id = $1) f
         where f.began_at <= w.at and exists (
           select from api_key k where k.tenant_id = $1 and k.lineage_id = f.lineage_id
             and k.revoked_at is null and coalesce(k.expires_at > $5, true))
       ) f on f.feed = t.feed and f.lineage_id = t.lineage_id and f.types = t.types
     ) r
     cross join lateral (
       select k.id, k.name from api_key k where k.tenant_id = $1 and k.lineage_id = r.lineage_id
       order by k.created_at desc, k.id desc limit 1) k
     order by k.name, k.id, r.feed, r.types`,
    [...placesOf(erasures), now, erasures.map(({ id }) => id)],
  );
  return rows.map(({ types: list, ...row }) => {
    const types = list === '' ? null : list.split(',');
    const asks = types === null || types.some(row.feed === 'events' ? isNews : isToldOfErasures);
    return { ...row, types, status: row.taken_at ? 'taken' : asks ? 'open' : 'none' };
  });
}

const isNews = (type: string) => type === 'member.erased';

type Row = Omit<ErasureNews, 'receivers' | 'readers'> & {
  receiver: Receiver | null;
  reader: NewsReader | null;
};

const column = columnsOf<Row>();

/** The erasures of a year as a file: a line for each endpoint and reader, or one line if none is known. */
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
    column('Leser', 'Reader', ({ reader }) => reader?.name ?? null),
    column('Leser: Schlüssel', 'Reader: key', ({ reader }) => reader?.key_id ?? null),
    column('Leser: Feed', 'Reader: feed', ({ reader }) => reader?.feed ?? null),
    column('Leser: Typen', 'Reader: types', ({ reader }) => reader?.types?.join(' ') ?? null),
    column('Abholung', 'Taking', ({ reader }) => reader?.status ?? null),
    column('Abgeholt (UTC)', 'Taken (UTC)', ({ reader }) => reader?.taken_at ?? null),
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
    const rows = (await withReceivers(call, data)).flatMap(({ receivers, readers, ...erasure }) => {
      const told: Row[] = [
        ...(receivers ?? []).map((receiver) => ({ ...erasure, receiver, reader: null })),
        ...(readers ?? []).map((reader) => ({ ...erasure, receiver: null, reader })),
      ];
      return told.length > 0 ? told : [{ ...erasure, receiver: null, reader: null }];
    });
    return { data: rows, next_cursor };
  },
});
