import { useQueries } from '@tanstack/react-query';
import type { Scores } from '../../../features/evaluations/scores.schema.ts';
import { trpc } from '../../api/client.ts';

const CHUNK = 50;
const KEPT_MS = 60_000;

export type Score = Scores['data'][number];
type Row = { id: string; status: string };

/** The scores of these trainings. They are read in portions, so that a further page asks only for new ones. */
export function useScores(rows: readonly Row[], isOwn: boolean): ReadonlyMap<string, Score> {
  const { scores, ownScores } = trpc.evaluations;
  const chunks = Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, index) =>
    rows
      .slice(index * CHUNK, (index + 1) * CHUNK)
      .filter(({ status }) => status === 'scored')
      .map(({ id }) => id),
  ).filter((ids) => ids.length > 0);
  const found = useQueries({
    queries: chunks.map((training_ids) =>
      (isOwn ? ownScores : scores).queryOptions({ training_ids }, { staleTime: KEPT_MS }),
    ),
  });
  const all = found.flatMap(({ data }) => data?.data ?? []);
  return new Map(all.map((score) => [score.training_id, score]));
}
