import { hasState } from '../../shared/web/states.ts';
import { useTexts } from '../text/language.ts';
import { Badge } from '../ui/badge.tsx';
import { State } from '../ui/state.tsx';
import { teamTexts } from './texts.ts';

/** The contract may add states. One that this page does not know yet is shown as it is. */
export function TrainingStatus({ status }: { status: string }) {
  return hasState('training', status) ? (
    <State is={status} noun="training" />
  ) : (
    <Badge>{status}</Badge>
  );
}

export function Duration({ seconds }: { seconds: number | null }) {
  const t = useTexts(teamTexts);
  if (seconds === null) return '–';
  const rest = `${seconds % 60}`.padStart(2, '0');
  return <span className="tabular">{t.minutes(`${Math.floor(seconds / 60)}`, rest)}</span>;
}
