import type { Evaluation } from '../../../features/evaluations/evaluations.schema.ts';
import { GAP_BELOW } from '../../../shared/web/figures.ts';
import { skillsInOrder } from '../../team/skills.ts';
import { useTexts } from '../../text/language.ts';
import { ScoreBar } from '../../ui/chart/score-bar.tsx';
import { trainingTexts } from './texts.ts';

type Scores = Evaluation['score']['dimensions'];

/** A bar for each dimension. A word marks the highest and the lowest, and a notch where a gap begins. The table below has the same numbers. */
export function ScoreChart({ dimensions }: { dimensions: Scores }) {
  const t = useTexts(trainingTexts);
  const values = skillsInOrder.map((name) => dimensions[name]);
  const [highest, lowest] = [Math.max(...values), Math.min(...values)];
  const markOf = (value: number) => {
    if (highest === lowest) return null;
    return value === highest ? t.highest : value === lowest ? t.lowest : null;
  };
  return (
    <figure className="min-w-0">
      <div aria-hidden="true" className="grid gap-3">
        {skillsInOrder.map((name) => (
          <div key={name}>
            <div className="flex items-baseline justify-between gap-3 text-sm">
              <span className="truncate">
                {t.dimensions[name]} <span className="text-soft">{markOf(dimensions[name])}</span>
              </span>
              <span className="tabular font-medium">{dimensions[name]}</span>
            </div>
            <ScoreBar value={dimensions[name]} />
          </div>
        ))}
        <p className="relative -mt-2 h-4 text-xs text-soft">
          <span
            className="absolute -translate-x-1/2 whitespace-nowrap"
            style={{ left: `${GAP_BELOW}%` }}
          >
            {t.gapLine}
          </span>
        </p>
      </div>
      <div className="hidden-text">
        <table>
          <caption>
            {t.chart}. {t.gapLine}
          </caption>
          <tbody>
            {skillsInOrder.map((name) => (
              <tr key={name}>
                <th scope="row">{t.dimensions[name]}</th>
                <td>{dimensions[name]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
