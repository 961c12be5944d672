import { useQuery } from '@tanstack/react-query';
import type { ScoreDimension } from '../../../features/evaluations/score-dimensions.ts';
import { GAP_BELOW } from '../../../shared/web/figures.ts';
import { trpc } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import { isShown } from '../person.tsx';

/** Older trainings say little about what a member needs now. */
const RECENT = '25';

/** The training in which a member got the fewest points in a dimension. */
export type Weakest = {
  dimension: ScoreDimension;
  points: number;
  at: string;
  entries: { situation_id: string; personality_id: string; industry_id: string };
};

/**
 * What an exercise for this gap can repeat: the entries of the member's weakest recent training, if it is below the line
 * of a gap and could be assigned today. Undefined if there is none, or if the caller may not see the member's scores.
 */
export function useWeakest(
  memberId: string,
  dimension: ScoreDimension | undefined,
): { weakest: Weakest | undefined; isLoading: boolean } {
  const maySee = useMay('see_trainings') && memberId !== '' && dimension !== undefined;
  const members = useQuery({
    ...trpc.members.list.queryOptions({ member_ids: [memberId], limit: '1' }),
    enabled: maySee,
  });
  const member = members.data?.data[0];
  const isOwn = member?.is_me === true;
  const userId = member && (isOwn || isShown(member)) ? member.user_id : null;
  const scored = { status: 'scored', limit: RECENT };
  const own = useQuery({
    ...trpc.trainings.listOwn.queryOptions(scored),
    enabled: maySee && isOwn,
  });
  const others = useQuery({
    ...trpc.trainings.list.queryOptions({ ...scored, user_id: userId ?? '' }),
    enabled: maySee && userId !== null && !isOwn,
  });
  const trainings = (isOwn ? own : others).data?.data ?? [];
  const { scores, ownScores } = trpc.evaluations;
  const found = useQuery({
    ...(isOwn ? ownScores : scores).queryOptions({
      training_ids: trainings.map(({ id }) => id),
      dimension,
    }),
    enabled: maySee && trainings.length > 0,
  });
  const weakest = dimension && lowest(dimension, trainings, found.data?.data ?? []);
  const verdict = useQuery({
    ...trpc.policies.getExplanation.queryOptions({ member_id: memberId, ...weakest?.entries }),
    enabled: weakest !== undefined,
  });
  const reads = [members, own, others, found, verdict];
  return {
    weakest: verdict.data?.allowed ? weakest : undefined,
    isLoading: reads.some(({ isLoading }) => isLoading),
  };
}

type Rows = readonly ({ id: string; created_at: string | null } & Record<
  keyof Weakest['entries'],
  string | null
>)[];
type Points = readonly { training_id: string; points: number | null }[];

/** Of two with the same points, the newer one. */
function lowest(dimension: ScoreDimension, trainings: Rows, found: Points): Weakest | undefined {
  const pointsOf = new Map(found.map(({ training_id, points }) => [training_id, points]));
  const [first] = trainings
    .flatMap(({ id, created_at: at, situation_id, personality_id, industry_id }): Weakest[] => {
      const points = pointsOf.get(id) ?? GAP_BELOW;
      if (points >= GAP_BELOW || !at || !situation_id || !personality_id || !industry_id) return [];
      return [{ dimension, points, at, entries: { situation_id, personality_id, industry_id } }];
    })
    .toSorted((one, other) => one.points - other.points);
  return first;
}
