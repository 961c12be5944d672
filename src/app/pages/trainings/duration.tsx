import { useTexts } from '../../text/language.ts';
import { trainingTexts } from './texts.ts';

export function Duration({ seconds }: { seconds: number | null }) {
  const t = useTexts(trainingTexts);
  if (seconds === null) return '–';
  const rest = `${seconds % 60}`.padStart(2, '0');
  return <span className="tabular">{t.minutes(`${Math.floor(seconds / 60)}`, rest)}</span>;
}
