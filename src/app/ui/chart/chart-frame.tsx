import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { swatches, type Tone } from './tones.ts';

type Props = {
  title: string;
  /** The sum or the mean of everything in the chart. */
  value: string;
  /** The total of which `value` is a part, or the beginning of the chart. */
  more?: string | undefined;
  /** How the value differs from the previous span. */
  change?: ReactNode;
  legend?: readonly { name: string; tone: Tone }[];
  /** What a person can do with the pointer. */
  hint?: string;
  children: ReactNode;
};

/** The frame of a chart. It says what the chart shows, and what its colours mean. */
export function ChartFrame(props: Props) {
  const { title, value, more, change, legend = [], hint, children } = props;
  return (
    <section className="grid gap-4 rounded-xl border border-line bg-card p-4 shadow-sm">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="grid gap-0.5">
          <h2 className="text-sm text-soft">{title}</h2>
          <p className="flex flex-wrap items-baseline gap-x-1.5">
            <span className="tabular text-xl font-semibold tracking-tight">{value}</span>
            {more ? <span className="text-sm text-soft">{more}</span> : null}
          </p>
          {change}
        </div>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
          {legend.map(({ name, tone }) => (
            <li className="flex items-center gap-1.5" key={name}>
              <span aria-hidden="true" className={classes('block', swatches[tone])} />
              {name}
            </li>
          ))}
        </ul>
      </header>
      {children}
      {hint ? <p className="-mt-2 hidden text-xs text-soft sm:block">{hint}</p> : null}
    </section>
  );
}
