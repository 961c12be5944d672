import type { Evaluation } from '../../../features/evaluations/evaluations.schema.ts';
import { codeOf } from '../../api/failure.ts';
import { FailureScreen } from '../../screens/failure-screen.tsx';
import { useTexts } from '../../text/language.ts';
import { Empty } from '../../ui/empty.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EvaluationView } from './evaluation-view.tsx';
import { trainingTexts } from './texts.ts';

type Props = {
  /** The status of the training, if it is known. */
  status: string | undefined;
  evaluation: Evaluation | undefined;
  error: unknown;
  retry: () => void;
};

/** The evaluation, or why there is none. */
export function Evaluated({ status, evaluation, error, retry }: Props) {
  const t = useTexts(trainingTexts);
  if (evaluation) return <EvaluationView evaluation={evaluation} />;
  if (status !== undefined && status !== 'scored') {
    const more = t.notScoredMore;
    const explanation = status in more ? more[status as keyof typeof more] : null;
    return (
      <Empty icon="clock" title={status === 'aborted' ? t.neverScored : t.notScored}>
        {explanation}
      </Empty>
    );
  }
  if (codeOf(error) === 'not_found') return <Empty icon="clock" title={t.notScored} />;
  if (error) return <FailureScreen error={error} retry={retry} />;
  return <Skeleton className="h-96 w-full" />;
}
