import type { Evaluation } from '../../../features/evaluations/evaluations.schema.ts';
import { useTexts } from '../../text/language.ts';
import { trainingTexts } from './texts.ts';

type Tip = Evaluation['tips'][number];

/** What the person said, what would have been better, and why. */
export function TipCard({ tip }: { tip: Tip }) {
  const t = useTexts(trainingTexts);
  return (
    <article className="grid gap-3 rounded-xl border border-line bg-card p-4 shadow-sm">
      <h3 className="font-medium">{tip.issue}</h3>
      <div className="grid gap-3 sm:grid-cols-2">
        <Quote label={t.moment} text={tip.moment} />
        <Quote isBetter label={t.rewrite} text={tip.rewrite} />
      </div>
      <p className="text-sm text-soft">
        <strong className="font-medium text-ink">{t.principle}:</strong> {tip.principle}{' '}
        <strong className="font-medium text-ink">{t.impact}:</strong> {tip.impact}
      </p>
    </article>
  );
}

function Quote({ label, text, isBetter }: { label: string; text: string; isBetter?: boolean }) {
  return (
    <div
      className={`grid content-start gap-0.5 border-l-2 pl-3 ${isBetter ? 'border-accent' : 'border-line'}`}
    >
      <p className="text-xs text-soft">{label}</p>
      <blockquote>{text}</blockquote>
    </div>
  );
}
