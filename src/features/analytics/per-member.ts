import { perDimension } from './figures.ts';

/** The average of a dimension of the member `p`. */
export const ofDimension = (name: string) => `p.${name}::numeric / nullif(p.scored, 0)`;

/**
 * The active members with their sums, from `member_sum`. PostgreSQL cuts an average after 16 digits, so a
 * difference of exactly a half may be too small by 1e-17. The difference is therefore rounded to 10 digits
 * first.
 */
export const perMember = `
  select m.id, m.user_id, m.sandbox_name, m.email, coalesce(s.sessions, 0) as sessions, coalesce(s.scored, 0) as scored,
    s.total, s.with_total, s.total::numeric / nullif(s.with_total, 0) as average,
    round(round(s.last_total::numeric / nullif(s.last_with_total, 0)
      - s.before_total::numeric / nullif(s.before_with_total, 0), 10), 1) as trend_delta,
    ${perDimension((name) => `s.${name}`)}
  from member m left join member_sum s on s.member_id = m.id
  where m.tenant_id = $1 and m.status = 'active'`;
