import { useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { trainingTexts } from './texts.ts';

/** The states are an open set: a new state is shown by its own name. */
export function TrainingStatus({ status }: { status: string }) {
  const { statuses } = useTexts(trainingTexts);
  switch (status) {
    case 'in_progress':
      return <Badge tone="accent">{statuses.in_progress}</Badge>;
    case 'completed':
      return <Badge>{statuses.completed}</Badge>;
    case 'scored':
      return <Badge>{statuses.scored}</Badge>;
    case 'aborted':
      return <Badge tone="warn">{statuses.aborted}</Badge>;
    default:
      return <Badge>{status}</Badge>;
  }
}
