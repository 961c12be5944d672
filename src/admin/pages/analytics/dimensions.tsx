import type { TeamAnalytics } from '../../../features/analytics/analytics.schema.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { analyticsTexts, dimensionText } from './texts.ts';

type Props = { dimensions: TeamAnalytics['dimensions']; gaps: readonly string[] };

/** The average of each dimension as a bar, and those that need training. */
export function Dimensions({ dimensions, gaps }: Props) {
  const t = useTexts(analyticsTexts);
  const language = useLanguage();
  return (
    <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
      <section className="grid content-start gap-4 rounded-xl border border-line bg-card p-4 shadow-sm">
        <h2 className="font-medium">{t.dimensions}</h2>
        <ul className="grid gap-3">
          {dimensions.map(({ dimension, value }) => (
            <li className="grid gap-1.5" key={dimension}>
              <p className="flex flex-wrap items-center justify-between gap-2 text-sm">
                <span className="flex items-center gap-2">
                  {dimensionText(dimension, t)}
                  {dimension && gaps.includes(dimension) ? (
                    <Badge tone="warn">{t.gap}</Badge>
                  ) : null}
                </span>
                <span className="tabular font-medium">
                  {value === null ? '–' : numberText(value, language)}
                </span>
              </p>
              <Bar share={(value ?? 0) / 100} />
            </li>
          ))}
        </ul>
      </section>
      <section className="grid content-start gap-3 rounded-xl border border-line bg-card p-4 shadow-sm">
        <h2 className="font-medium">{t.gaps}</h2>
        {gaps.length === 0 ? <p className="text-sm text-soft">{t.noGaps}</p> : null}
        {gaps.length > 0 ? (
          <>
            <ol className="grid list-inside list-decimal gap-1.5 text-sm">
              {gaps.map((gap) => (
                <li key={gap}>{dimensionText(gap, t)}</li>
              ))}
            </ol>
            <p className="text-sm text-soft">{t.gapsMore}</p>
          </>
        ) : null}
      </section>
    </div>
  );
}

/** The number stands beside it. */
function Bar({ share }: { share: number }) {
  return (
    <svg
      aria-hidden="true"
      className="h-1.5 w-full rounded-full"
      preserveAspectRatio="none"
      viewBox="0 0 100 6"
    >
      <rect className="fill-line" height="6" width="100" />
      <rect className="fill-accent" height="6" width={share * 100} />
    </svg>
  );
}
