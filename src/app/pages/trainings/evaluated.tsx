import type { Evaluation } from '../../../features/evaluations/evaluations.schema.ts';
import { codeOf } from '../../api/failure.ts';
import { useTexts } from '../../text/language.ts';
import { Empty } from '../../ui/empty.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EvaluationView } from './evaluation-view.tsx';
import { trainingTexts } from './texts.ts';

type Props = {
  /** The status of the training, if it is known. */
  status: string | undefined;
  read: { data: Evaluation | undefined; error: unknown; refetch: () => unknown };
};

/** The evaluation, or the reason why there is none. */
export function Evaluated({ status, read }: Props) {
  const t = useTexts(trainingTexts);
  if (read.data) return <EvaluationView evaluation={read.data} />;
  if (status !== undefined && status !== 'scored') {
    const more = t.notScoredMore;
    const explanation = status in more ? more[status as keyof typeof more] : null;
    return (
      <Empty icon="clock" title={status === 'aborted' ? t.neverScored : t.notScored}>
        {explanation}
      </Empty>
    );
  }
  if (codeOf(read.error) === 'not_found') return <Empty icon="clock" title={t.notScored} />;
  return (
    <NotLoaded read={read}>
      <Skeleton className="h-96 w-full" />
    </NotLoaded>
  );
}
