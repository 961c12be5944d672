import type { z } from 'zod';
import type { TeamVisit } from '../../operation/call.ts';
import { activeMember } from '../trainings/trainings.schema.ts';
import type { ScoreDimension } from './score-dimensions.ts';
import type { Scores, scoresInput } from './scores.schema.ts';

/** How many earlier trainings the search for the score before looks at. */
const LOOKED_BACK = 20;

// The score before is that of the member's latest scored training that began earlier. PostgreSQL reads along
// the index of the member's trainings, so a long list costs no more than a short one.
const scoresOf = (own: string, dimension: ScoreDimension | undefined) => `
  select t.id as training_id, e.total, b.total as before, e.points
  from unnest($2::text[]) as x (id)
  cross join lateral (
    select s.id, s.member_id, s.created_at from training s
    where s.tenant_id = $1 and s.id = x.id and s.status = 'scored' limit 1
  ) t
  cross join ${activeMember}
  cross join lateral (
    select s.total, ${dimension ? `s.${dimension}` : 'null::smallint'} as points from evaluation s
    where s.tenant_id = $1 and s.training_id = t.id and s.total is not null limit 1
  ) e
  left join lateral (
    select s.total from (
      select o.id, o.created_at, o.status from training o
      where o.tenant_id = $1 and o.member_id = t.member_id
        and (o.created_at, o.id) < (t.created_at, t.id)
      order by o.created_at desc, o.id desc limit ${LOOKED_BACK}
    ) o
    cross join lateral (
      select s.total from evaluation s
      where s.tenant_id = $1 and s.training_id = o.id and s.total is not null limit 1
    ) s
    where o.status = 'scored'
    order by o.created_at desc, o.id desc limit 1
  ) b on true
  ${own}`;

type Asked = z.output<typeof scoresInput>;

/** The scores of trainings of active members, each with the score before. */
export async function listScores(
  { db }: TeamVisit,
  { training_ids, dimension }: Asked,
): Promise<Scores> {
  return { data: await db.rows<Scores['data'][number]>(scoresOf('', dimension), [training_ids]) };
}

/**
 * The scores of trainings of the person who asks, each with the score before. Trainings of others are left
 * out.
 */
export async function listOwnScores(
  { db, actor }: TeamVisit,
  { training_ids, dimension }: Asked,
): Promise<Scores> {
  const own = scoresOf('where t.member_id = $3', dimension);
  return { data: await db.rows<Scores['data'][number]>(own, [training_ids, actor.memberId]) };
}
