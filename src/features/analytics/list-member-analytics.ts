import { FEWEST_MEMBERS } from '../../auth/privacy.ts';
import type { RequestCall } from '../../operation/call.ts';
import { findNamed, type Named, nameInOrder, withNames } from '../members/account-names.ts';
import { presentName } from '../members/join-last-name.ts';
import type { MemberAnalytics, MemberAnalyticsInput } from './app-analytics.schema.ts';
import { type Figures, perDimension } from './figures.ts';
import { findFigures } from './find-figures.ts';
import { gapsAmong } from './gaps.ts';
import { ofDimension, perMember } from './per-member.ts';

type Sort = MemberAnalyticsInput['sort'];
type Dimension = MemberAnalyticsInput['dimension'];
type Listed = MemberAnalytics['data'][number] & Named;
type Row = { involved: number; total: number; with_gap: number | null; data: Listed[] };

const average = (name: string) => `('${name}', round(${ofDimension(name)}, 1))`;
/** The largest gap of the member `p`, or the one in this dimension: a row, or none. */
const gapIn = (dimension: Dimension) =>
  gapsAmong(`(values ${dimension ? average(dimension) : perDimension(average)})`, 1);

const columnsWith = (gap: string): Record<Sort, string> => ({
  // Only the order by name reads the names of all members.
  name: nameInOrder('p', '$5'),
  email: 'p.email',
  sessions: 'p.sessions',
  avg_score: 'p.average',
  trend_delta: 'p.trend_delta',
  // Who has never trained comes before those who have not trained for long.
  last_session_at: `coalesce(l.created_at, '-infinity')`,
  // Descending, so that the largest gap comes first, as the largest of the other figures does. Only
  // this order looks for the gaps of all members.
  largest_gap: `-(select a.value from (${gap}) a)`,
});

/** As many of the members with a scored session as the list needs, whenever that was. */
const involved = `select count(*) as members from (
    select from member m where m.tenant_id = $1 and m.status = 'active' and exists (
      select from training t join evaluation e on e.tenant_id = $1 and e.training_id = t.id
      where t.tenant_id = $1 and t.member_id = m.id and t.status = 'scored')
    limit ${FEWEST_MEMBERS}) x`;

function listBy(sort: Sort, order: MemberAnalyticsInput['order'], dimension: Dimension) {
  const gap = gapIn(dimension);
  return findFigures<Row>(
    1,
    ({ tables, exist }: Figures) => `
  with ${tables}, per_member as materialized (${perMember('active')}), involved as (${involved}), page as (
    select p.id as member_id, p.user_id, ${presentName('p')}, p.email, p.sessions,
      p.before_sessions as sessions_before, p.scored,
      round(p.average, 1) as avg_score, p.trend_delta, iso(l.created_at) as last_session_at,
      row_number() over (order by ${columnsWith(gap)[sort]} ${order} nulls last, p.id) as place
    from per_member p
    left join lateral (
      select t.created_at from training t where t.tenant_id = $1 and t.member_id = p.id
      order by t.created_at desc, t.id desc limit 1) l on true
    where (select i.members from involved i) >= ${FEWEST_MEMBERS}
    order by place limit $3 offset $4
  )
  select (select i.members from involved i) as involved,
    (select count(*) from per_member) as total,
    ${dimension ? `(select count(*) from per_member p where exists (${gap}))` : 'null::bigint'} as with_gap,
    (select coalesce(json_agg(to_jsonb(g) - 'place'
        || jsonb_build_object('largest_gap', (select to_jsonb(a) from (${gap}) a)) order by g.place), '[]')
      from page g join per_member p on p.id = g.member_id) as data
  where ${exist} and $5::jsonb is not null`,
  );
}

/** Each order and dimension has one statement, made once, because a statement is checked and planned once. */
const lists = new Map<string, ReturnType<typeof listBy>>();

/** What each active member has done, for admins. The condition is that of the team's analytics (D139). */
export async function listMemberAnalytics(
  { db, actor, now }: RequestCall,
  { sort, order, dimension, limit, offset, period, before }: MemberAnalyticsInput,
): Promise<MemberAnalytics> {
  const name = `${sort} ${order} ${dimension}`;
  const list = lists.get(name) ?? listBy(sort, order, dimension);
  lists.set(name, list);
  const shows = actor.privacy.shows('member_analytics', 'data');
  const names = shows && sort === 'name' ? await findNamed(db, ['']) : {};
  const params = [now, shows ? limit : 0, offset, JSON.stringify(names)];
  const { involved, total, with_gap, data } = await list(db, params, period && { period, before });
  const hidden_by = !shows ? 'privacy_switches' : involved < FEWEST_MEMBERS ? 'few_members' : null;
  if (hidden_by) return { hidden_by, total, with_gap: null, data: [] };
  return {
    hidden_by,
    total,
    with_gap,
    data: (await withNames(db, data)).map((row) => ({
      ...row,
      sessions_before: period && before ? (row.sessions_before ?? 0) : null,
    })),
  };
}
