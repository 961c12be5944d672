import { useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { trainingTexts } from './texts.ts';

const tones = {
  in_progress: 'accent',
  completed: 'plain',
  scored: 'plain',
  aborted: 'warn',
} as const;

/** The states of a training, in the order in which a training has them. */
export const trainingStatuses = Object.keys(tones) as (keyof typeof tones)[];

/** The contract may add states. One that this page does not know yet is shown as it is. */
export function TrainingStatus({ status }: { status: string }) {
  const { statuses } = useTexts(trainingTexts);
  const existing = trainingStatuses.find((one) => one === status);
  return existing ? (
    <Badge tone={tones[existing]}>{statuses[existing]}</Badge>
  ) : (
    <Badge>{status}</Badge>
  );
}

export function Duration({ seconds }: { seconds: number | null }) {
  const t = useTexts(trainingTexts);
  if (seconds === null) return '–';
  const rest = `${seconds % 60}`.padStart(2, '0');
  return <span className="tabular">{t.minutes(`${Math.floor(seconds / 60)}`, rest)}</span>;
}
