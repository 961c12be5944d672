import type { ReactNode } from 'react';
import type { Evaluation } from '../../../features/evaluations/evaluations.schema.ts';
import { useEntryName } from '../../team/entry-names.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { ScoreChart } from './score-chart.tsx';
import { trainingTexts } from './texts.ts';

export function EvaluationView({ evaluation }: { evaluation: Evaluation }) {
  const t = useTexts(trainingTexts);
  const { score, tips, strongest, biggest_lever } = evaluation;
  return (
    <div className="grid min-w-0 gap-6">
      <section className="grid gap-6 rounded-xl border border-line bg-card p-5 shadow-sm sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-8">
        <Total evaluation={evaluation} />
        <ScoreChart dimensions={score.dimensions} />
      </section>
      {strongest || biggest_lever ? (
        <section className="grid gap-4 sm:grid-cols-2">
          {strongest ? <Fact label={t.strongest}>{strongest}</Fact> : null}
          {biggest_lever ? <Fact label={t.lever}>{biggest_lever}</Fact> : null}
        </section>
      ) : null}
      <section className="grid gap-3">
        <h2 className="font-medium">{t.tips}</h2>
        {tips.length === 0 ? <p className="text-soft">{t.noTips}</p> : null}
        {tips.map((tip) => (
          <TipCard key={tip.issue} tip={tip} />
        ))}
      </section>
    </div>
  );
}

function Total({ evaluation: { score, goal, methodology } }: { evaluation: Evaluation }) {
  const t = useTexts(trainingTexts);
  const language = useLanguage();
  const nameOf = useEntryName();
  const { goals } = t;
  return (
    <div className="grid content-start gap-4">
      <div>
        <p className="text-sm text-soft">{t.total}</p>
        <p className="flex items-baseline gap-1.5">
          <span className="tabular text-2xl font-semibold tracking-tight" data-testid="total">
            {score.total ?? '–'}
          </span>
          <span className="text-sm text-soft">{t.ofHundred}</span>
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5 text-sm sm:grid-cols-1">
        {score.spread === null ? null : (
          <Small label={t.spread}>
            <span title={t.spreadHint}>{t.points(numberText(score.spread, language))}</span>
          </Small>
        )}
        {goal ? (
          <Small label={t.goal}>{goal in goals ? goals[goal as keyof typeof goals] : goal}</Small>
        ) : null}
        {methodology ? <Small label={t.methodology}>{nameOf(methodology)}</Small> : null}
      </dl>
    </div>
  );
}

function Small({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-soft">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1 rounded-xl border border-line bg-card p-4 shadow-sm">
      <h2 className="text-sm text-soft">{label}</h2>
      <p className="font-medium">{children}</p>
    </div>
  );
}

type Tip = Evaluation['tips'][number];

/** What the person said, what would have been better, and why. */
function TipCard({ tip }: { tip: Tip }) {
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
