import type { Evaluation } from '../../../features/evaluations/evaluations.schema.ts';
import { skillsInOrder } from '../../team/skills.ts';
import { useTexts } from '../../text/language.ts';
import { trainingTexts } from './texts.ts';

type Scores = Evaluation['score']['dimensions'];

const MAX = 100;

/** A bar for each dimension. A word marks the highest and the lowest. The table below has the same numbers. */
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
          <div className="grid gap-1" key={name}>
            <div className="flex items-baseline justify-between gap-3 text-sm">
              <span className="truncate">
                {t.dimensions[name]} <span className="text-soft">{markOf(dimensions[name])}</span>
              </span>
              <span className="tabular font-medium">{dimensions[name]}</span>
            </div>
            <svg
              aria-hidden="true"
              className="block h-2 w-full rounded-full"
              preserveAspectRatio="none"
              viewBox={`0 0 ${MAX} 8`}
            >
              <rect className="fill-sunk" height="8" width={MAX} />
              <rect className="fill-accent" height="8" width={dimensions[name]} />
            </svg>
          </div>
        ))}
      </div>
      <div className="hidden-text">
        <table>
          <caption>{t.chart}</caption>
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
