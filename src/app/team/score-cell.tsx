import { useQueries } from '@tanstack/react-query';
import type { Scores } from '../../features/evaluations/scores.schema.ts';
import { trpc } from '../api/client.ts';
import { numberText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { Icon } from '../ui/icon.tsx';
import { teamTexts } from './texts.ts';
import { TrainingStatus } from './training-cells.tsx';

type Props = { score: Score | undefined; status: string; showsState: boolean };

/** The score and its trend. In a narrow table, a training without a score shows its state here. */
export function ScoreCell({ score, status, showsState }: Props) {
  const language = useLanguage();
  if (score) {
    return (
      <span className="inline-flex items-center gap-1.5">
        <span className="tabular font-medium">{numberText(score.total, language)}</span>
        <Trend score={score} />
      </span>
    );
  }
  // The score of a scored training is still loading.
  if (status === 'scored') return '\u00a0';
  return showsState ? <TrainingStatus status={status} /> : <span className="text-soft">–</span>;
}

/** The difference to the score of the member's training before. */
function Trend({ score: { total, before } }: { score: Score }) {
  const t = useTexts(teamTexts);
  const language = useLanguage();
  if (before === null) return null;
  const change = total - before;
  const size = numberText(Math.abs(change), language);
  const words = change === 0 ? t.asBefore : change > 0 ? t.better(size) : t.worse(size);
  const tone = change > 0 ? 'text-good' : change < 0 ? 'text-bad' : 'text-soft';
  return (
    <span className={`tabular inline-flex items-center text-xs ${tone}`} title={words}>
      {change === 0 ? (
        <span aria-hidden="true">=</span>
      ) : (
        <>
          <Icon name={change > 0 ? 'up' : 'arrowDown'} size={14} />
          <span aria-hidden="true">{size}</span>
        </>
      )}
      <span className="hidden-text">{words}</span>
    </span>
  );
}

const CHUNK = 50;
const KEPT_MS = 60_000;

type Score = Scores['data'][number];
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
