import { perDimension } from './figures.ts';

/** The average of a dimension of the member `p`. */
export const ofDimension = (name: string) => `p.${name}::numeric / nullif(p.scored, 0)`;

/** Whose sessions count: those of the active members, or of all who have ever trained. */
export type Counted = 'active' | 'all';

/** Joins the counted members to the rows of `week_sum w`. */
export const ofCounted = (counted: Counted) =>
  counted === 'all'
    ? ''
    : `join member m on m.tenant_id = $1 and m.id = w.member_id and m.status = 'active'`;

/**
 * The counted members with their sums, from `member_sum`. PostgreSQL cuts an average after 16 digits, so a
 * difference of exactly a half may be too small by 1e-17. The difference is therefore rounded to 10 digits
 * first.
 */
export const perMember = (counted: Counted) => `
  select m.id, m.status = 'active' as is_active, m.user_id, m.sandbox_name, m.email,
    coalesce(s.sessions, 0) as sessions, coalesce(s.scored, 0) as scored, s.before_sessions,
    s.total, s.with_total, s.total::numeric / nullif(s.with_total, 0) as average,
    round(round(s.last_total::numeric / nullif(s.last_with_total, 0)
      - s.before_total::numeric / nullif(s.before_with_total, 0), 10), 1) as trend_delta,
    ${perDimension((name) => `s.${name}`)}
  from member m left join member_sum s on s.member_id = m.id
  where m.tenant_id = $1
    and ${counted === 'all' ? "(m.status = 'active' or s.member_id is not null)" : "m.status = 'active'"}`;
