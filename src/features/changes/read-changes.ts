import type { Actor } from '../../auth/actor.ts';
import { MAX_BYTES } from '../../db/pages/page.ts';
import type { TeamDb } from '../../db/team-db.ts';
import { ERASED_EMAIL } from '../erasure/replace-names.ts';
import { changedTypes, isPersonal } from './changed-types.ts';
import { type ChangedType, typeNames } from './changes.schema.ts';

/** The entry for readers of what a member has, who do not read members (D187). */
const REMOVAL = 'removal';

/** Where a page begins in the list of changes. */
type AfterPosition = { position: number };
/** Where a page begins in what there is: the id after which each type is read. A type without one is left out. */
type AfterIds = { ids: Partial<Record<ChangedType, string>> };

type Asked = { types: readonly ChangedType[]; limit: number; after: AfterPosition | AfterIds };

type Row = {
  feed: string;
  is_open: boolean;
  floor: number;
  last_position: number;
  /** Committed changes of these types have no place yet. */
  has_unplaced: boolean;
  found: number;
  /** The last entry of the page. */
  last: { type: ChangedType; id: string; position: number | null } | null;
  items: string | null;
};

export type ChangePage = Omit<Row, 'items'> & {
  items: string[];
  /** There are entries behind the page. */
  isCut: boolean;
};

// Separates the entries. No JSON text contains this character.
const SEPARATOR = '\u001e';

// Of each type, the first entries behind the place: PostgreSQL reads no more of any, however rare a type is.
const byPosition = `select 0 as n, c.type, c.id, c.member_id, c.position
  from unnest($2::text[]) y (type)
  cross join lateral (select c.type, c.id, c.member_id, c.position from changed_object c
    where c.tenant_id = $1 and c.type = y.type and c.position > $3::bigint
    order by c.position limit $4::integer) c
  order by c.position limit $4::integer`;

const byId = (types: readonly ChangedType[]): string =>
  `select b.* from (${types
    .map((type) => {
      const i = typeNames.indexOf(type);
      const { table, id, member } = changedTypes[type];
      const isListed = type === 'case' ? ` and c.visibility = 'team'` : '';
      const columns = `${i} as n, '${type}'::text as type, ${id} as id, ${type === 'evaluation' ? 'null' : member} as member_id`;
      return `(select ${columns}, null::bigint as position from ${table}
    where ${table.split(' ')[1]}.tenant_id = $1${isListed} and ${id} > ($3::text[])[${i + 1}]
    order by ${id} limit $4::integer)`;
    })
    .join(' union all ')}) b
  order by b.n, b.id limit $4::integer`;

/** For each type, the rows of these entries `x`, or only those in its list. */
const ofEachType = (
  types: readonly ChangedType[],
  rows: 'all' | 'listed',
  select: (type: ChangedType) => string,
): string =>
  types
    .map((type) => {
      const { table, from, id, where } = changedTypes[type];
      const conditions = rows === 'listed' ? where : [`${table.split(' ')[1]}.tenant_id = $1`];
      return `select ${select(type)} cross join ${rows === 'listed' ? from : table}
      where x.type = '${type}' and ${id} = x.id and ${conditions.join(' and ')}`;
    })
    .join(' union all ');

const storedSize = (type: ChangedType): string =>
  changedTypes[type].large.map((column) => `coalesce(pg_column_size(${column}), 0)`).join(' + ') ||
  '0';

const inOrder = 'x.n, x.position, x.id';
const before = (sum: string) => `coalesce(sum(${sum}) over (order by ${inOrder}
  rows between unbounded preceding and 1 preceding), 0)`;

/**
 * The statement of a page. It finds out from the rows of this moment what an entry says, so it needs no record of what
 * has happened: an object that its list does not have is deleted. It first looks how large the objects are, and reads
 * only what fits. Entries and objects are united and grouped: a join of them would compare each with each.
 */
function pageOf(entries: string, types: readonly ChangedType[], actor: Actor): string {
  const sizes = ofEachType(types, 'all', (type) => `x.*, ${storedSize(type)} from entries x`);
  const objects = ofEachType(types, 'listed', (type) => {
    const { member, shape } = changedTypes[type];
    const object = `(select row_to_json(s)::text from (select ${shape(actor)}) s)`;
    return `x.*, ${member}, ${object} from (select * from sized where is_read) x`;
  });
  return `with entries as materialized (${entries}), sized as materialized (
    select x.n, x.type, x.id, x.member_id, x.position, ${before('sum(x.stored)')} < ${MAX_BYTES} as is_read
    from (select x.*, 0 as stored from entries x union all ${sizes}) x
    group by x.n, x.type, x.id, x.member_id, x.position
  ), found as materialized (
    select x.n, x.type, x.id, x.member_id, x.position, x.is_read, max(x.owner_id) as owner_id, max(x.object) as object
    from (select x.*, null as owner_id, null as object from sized x union all ${objects}) x
    group by x.n, x.type, x.id, x.member_id, x.position, x.is_read
  ), written as (
    select x.n, x.type, x.id, x.position, x.is_read,
      case
        when x.object is not null then '{"type":"' || x.type || '","id":' || to_json(x.id)
          || ',"member_id":' || coalesce(to_json(x.owner_id)::text, 'null')
          || ',"change":"changed","object":' || x.object || '}'
        when x.position is null then null
        when x.type = '${REMOVAL}' and r.status <> 'removed' then null
        else json_build_object('type', case x.type when '${REMOVAL}' then 'member' else x.type end, 'id', x.id,
          'member_id', coalesce(x.member_id, r.id), 'change', case
            when x.type in ('member', '${REMOVAL}') and r.status = 'removed' and r.email = '${ERASED_EMAIL}'
            then 'erased' else 'deleted' end, 'object', null)::text
      end as item
    from found x
    left join lateral (select m.id, m.status, m.email from member m
      where x.object is null and m.tenant_id = $1 and m.id = case when x.type = 'evaluation' and x.member_id is null
        then (select t.member_id from training t where t.tenant_id = $1 and t.id = x.id)
        else x.member_id end limit 1) r on true
  ), fitting as materialized (
    select x.*, x.is_read and ${before('octet_length(x.item)')} < ${MAX_BYTES} as fits from written x
  )
  select f.id as feed, f.keeps and f.opened_at is not null as is_open, f.floor::float8 as floor,
    f.last_position::float8 as last_position,
    exists (select from change_note u where u.tenant_id = $1
      and u.type = any ($2::text[] || '{assignments_of,cases_of,trainings_of}')) as has_unplaced,
    (select count(*)::integer from entries) as found,
    (select json_build_object('type', x.type, 'id', x.id, 'position', x.position) from fitting x
      where x.fits order by x.n desc, x.position desc, x.id desc limit 1) as last,
    (select string_agg(x.item, chr(30) order by ${inOrder}) from fitting x where x.fits) as items,
    exists (select from fitting x where not x.fits) as is_cut
  from change_feed f where f.tenant_id = $1`;
}

/** The types of the entries that a reader of these types is told. */
export const entriesFor = (types: readonly ChangedType[]): readonly string[] =>
  types.includes('member') || !types.some(isPersonal) ? types : [...types, REMOVAL];

/** Reads a page. All its objects are of one moment. Undefined if the team has no list yet. */
export async function readChanges(
  { db, actor }: { db: TeamDb; actor: Actor },
  { types, limit, after }: Asked,
): Promise<ChangePage | undefined> {
  const isOfIds = 'ids' in after;
  const place = isOfIds ? typeNames.map((type) => after.ids[type] ?? null) : after.position;
  const of = entriesFor(types);
  const text = pageOf(isOfIds ? byId(types) : byPosition, types, actor);
  const row = await db.row<Row & { is_cut: boolean }>(text, [of, place, limit]);
  if (!row) return undefined;
  const { items, is_cut, ...page } = row;
  const isCut = is_cut || page.found === limit;
  return { ...page, items: items?.split(SEPARATOR) ?? [], isCut };
}

/** More of a type are not counted: a beginning says about how many objects are left. */
const MOST_COUNTED = 100_000;

const count = `select ${typeNames
  .map((type) => {
    const { table } = changedTypes[type];
    return `(select count(*) from (select from ${table}
      where ${table.split(' ')[1]}.tenant_id = $1 and '${type}' = any ($2::text[]) limit ${MOST_COUNTED}) n)`;
  })
  .join(' + ')} as n`;

/** About how many objects of these types the team has. */
export async function countObjects(db: TeamDb, types: readonly ChangedType[]): Promise<number> {
  const row = await db.row<{ n: string }>(count, [types]);
  return Number(row?.n ?? 0);
}

/** A page takes at most so many times 2,000 changes into the list. What is left makes `has_more` true. */
const MOST_TIMES = 10;

/** Gives places to the changes that are committed by now. The first call of a team begins its list. */
export async function placeChanges(db: TeamDb, now: Date): Promise<void> {
  const place = () =>
    db.write<{ more: boolean }>('select place_changes($1, $2, true) as more', [now]);
  for (let n = 0; n < MOST_TIMES && (await place())?.more; n++);
}
