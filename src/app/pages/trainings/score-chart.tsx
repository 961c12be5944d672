import type { Evaluation } from '../../../features/evaluations/evaluations.schema.ts';
import { skillsInOrder } from '../../team/skills.ts';
import { useTexts } from '../../text/language.ts';
import { classes } from '../../ui/classes.ts';
import { trainingTexts } from './texts.ts';

type Scores = Evaluation['score']['dimensions'];

const MAX = 100;

/** A bar for each dimension. The highest and the lowest stand out. The table below has the same numbers. */
export function ScoreChart({ dimensions }: { dimensions: Scores }) {
  const t = useTexts(trainingTexts);
  const values = skillsInOrder.map((name) => dimensions[name]);
  const [highest, lowest] = [Math.max(...values), Math.min(...values)];
  const lookOf = (value: number) =>
    highest === lowest || (value !== highest && value !== lowest)
      ? 'fill-edge'
      : value === highest
        ? 'fill-works'
        : 'fill-needs';
  return (
    <figure className="min-w-0">
      <div aria-hidden="true" className="grid gap-3">
        {skillsInOrder.map((name) => (
          <div className="grid gap-1" key={name}>
            <div className="flex items-baseline justify-between gap-3 text-sm">
              <span className="truncate">{t.dimensions[name]}</span>
              <span className="tabular font-medium">{dimensions[name]}</span>
            </div>
            <svg
              aria-hidden="true"
              className="block h-2 w-full rounded-full"
              preserveAspectRatio="none"
              viewBox={`0 0 ${MAX} 8`}
            >
              <rect className="fill-sunk" height="8" width={MAX} />
              <rect
                className={classes(lookOf(dimensions[name]))}
                height="8"
                width={dimensions[name]}
              />
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
