import type { ReactNode } from 'react';

type Props = {
  label: string;
  value: string;
  /** The total of which the value is a part, or its period. */
  more?: string | undefined;
  /** A small chart. */
  children?: ReactNode;
};

/** A number with its name. */
export function Stat({ label, value, more, children }: Props) {
  return (
    <div className="-mr-px -mb-px grid content-start gap-1 border-r border-b border-line p-4">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="grid gap-2">
        <span className="flex flex-wrap items-baseline gap-x-1.5">
          <span className="tabular text-2xl font-semibold tracking-tight">{value}</span>
          {more ? <span className="text-sm text-soft">{more}</span> : null}
        </span>
        {children}
      </dd>
    </div>
  );
}

/** Numbers side by side, with lines between them. */
export function Stats({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] overflow-hidden rounded-xl max-sm:[&>:last-child:nth-child(odd)]:col-span-full border border-line bg-card shadow-sm">
      {children}
    </dl>
  );
}
