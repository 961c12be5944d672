import type { ReactNode } from 'react';
import { classes } from './classes.ts';

type Tone = 'accent' | 'wash' | 'warn' | 'bad' | 'soft';

type Props = {
  title: string;
  /** The sum or the mean of everything in the chart. */
  value: string;
  /** The total of which the value is a part, or its beginning. */
  more?: string | undefined;
  legend?: readonly { name: string; tone: Tone }[];
  /** The names of the first and the last bar. */
  ends: readonly [string, string];
  /** What a person can do with the pointer. */
  hint?: string;
  children: ReactNode;
};

const tones: Record<Tone, string> = {
  accent: 'bg-accent',
  wash: 'border border-edge bg-accent-wash',
  warn: 'bg-warn',
  bad: 'bg-bad',
  soft: 'bg-edge',
};

/** The frame of a chart: it says what the chart shows, and what its colours and edges mean. */
export function ChartFrame(props: Props) {
  const { title, value, more, legend = [], ends, hint, children } = props;
  return (
    <section className="grid gap-3 rounded-xl border border-line bg-card p-4 shadow-sm">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="grid">
          <h2 className="text-sm text-soft">{title}</h2>
          <p className="flex flex-wrap items-baseline gap-x-1.5">
            <span className="tabular text-xl font-semibold tracking-tight">{value}</span>
            {more ? <span className="text-sm text-soft">{more}</span> : null}
          </p>
        </div>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
          {legend.map(({ name, tone }) => (
            <li className="flex items-center gap-1.5" key={name}>
              <span aria-hidden="true" className={classes('size-2 rounded-full', tones[tone])} />
              {name}
            </li>
          ))}
        </ul>
      </header>
      {children}
      <footer className="flex flex-wrap justify-between gap-x-4 pr-9 text-xs text-soft">
        <span className="tabular">{ends[0]}</span>
        {hint ? <span className="hidden sm:inline">{hint}</span> : null}
        <span className="tabular">{ends[1]}</span>
      </footer>
    </section>
  );
}
