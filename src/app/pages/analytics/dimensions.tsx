import type { TeamFigures } from '../../../features/analytics/app-analytics.schema.ts';
import type { ScoreDimension } from '../../../features/evaluations/score-dimensions.ts';
import { useAssign } from '../../team/assign/use-assign.tsx';
import { skillsInOrder, skillText } from '../../team/skills.ts';
import { scoreText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ScoreBar } from '../../ui/chart/score-bar.tsx';
import { analyticsTexts } from './texts.ts';

type Props = { dimensions: TeamFigures['dimensions']; gaps: readonly string[] };

/** The average of each dimension as a bar, and which dimensions need training. */
export function Dimensions({ dimensions, gaps }: Props) {
  const t = useTexts(analyticsTexts);
  const language = useLanguage();
  if (dimensions.some(({ value }) => value === null)) return <Hidden />;
  return (
    <section className="grid gap-4 rounded-xl border border-line bg-card p-4 shadow-sm">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="font-medium">{t.dimensions}</h2>
        <p className="text-sm text-soft">{t.scale}</p>
      </header>
      <ul className="grid gap-3">
        {dimensions.map(({ dimension, value }) => (
          <li
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[15rem_minmax(0,1fr)_2.5rem]"
            key={dimension}
          >
            <span className="flex min-h-5 items-center gap-2">
              {dimension === null ? '–' : skillText(dimension, t.names)}
              {dimension && gaps.includes(dimension) ? <Badge tone="warn">{t.gap}</Badge> : null}
            </span>
            <span className="tabular text-right font-medium sm:order-last">
              {value === null ? '–' : scoreText(value, language)}
            </span>
            <ScoreBar value={value ?? 0} />
          </li>
        ))}
      </ul>
      <Gaps gaps={gaps} />
    </section>
  );
}

/** Takes the place of the averages if they come from too few members while member detail is hidden. */
function Hidden() {
  const t = useTexts(analyticsTexts);
  return (
    <section className="grid gap-1 rounded-xl border border-line bg-card p-4 shadow-sm">
      <h2 className="font-medium">{t.dimensions}</h2>
      <p className="text-sm text-soft">{t.averagesHidden}</p>
    </section>
  );
}

/** Says what to do about the dimensions with the lowest averages, which come first. */
function Gaps({ gaps }: Pick<Props, 'gaps'>) {
  const t = useTexts(analyticsTexts);
  const largest = skillsInOrder.find((name) => name === gaps[0]);
  const names = gaps.map((gap) => skillText(gap, t.names)).join(', ');
  return (
    <footer className="-mx-4 -mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-4 py-3 text-sm">
      {gaps.length === 0 ? (
        <p className="text-soft">{t.noGaps}</p>
      ) : (
        <div className="grid gap-0.5">
          <h3 className="font-medium">
            {t.gaps(gaps.length)}: {names}
          </h3>
          <p className="text-soft">{t.gapsMore}</p>
        </div>
      )}
      {largest ? <AssignGap gap={largest} /> : null}
    </footer>
  );
}

/** The form begins with all who have the gap. */
function AssignGap({ gap }: { gap: ScoreDimension }) {
  const t = useTexts(analyticsTexts);
  const assign = useAssign();
  return assign ? <Button onClick={() => assign('', gap)}>{t.assign}</Button> : null;
}
