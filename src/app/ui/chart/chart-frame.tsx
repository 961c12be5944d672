import type { ReactNode } from 'react';
import { type Alone, Legend, type Named } from './legend.tsx';

type Props = {
  title: string;
  /** The sum or the mean of everything in the chart. */
  value: string;
  /** The total of which `value` is a part, or the beginning of the chart. */
  more?: string | undefined;
  /** How the value differs from the previous span. */
  change?: ReactNode;
  legend?: readonly Named[];
  /** The legend can show one series alone. */
  alone?: Alone;
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
        <Legend alone={props.alone} entries={legend} />
      </header>
      {children}
      {hint ? <p className="-mt-2 hidden text-xs text-soft sm:block">{hint}</p> : null}
    </section>
  );
}
