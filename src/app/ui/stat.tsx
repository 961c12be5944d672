import type { ReactNode } from 'react';
import { classes } from './classes.ts';

type Props = {
  label: string;
  value: string;
  /** The value is some words, such as a time, and takes no more lines than a number. */
  isText?: boolean;
  /** The total of which the value is a part, or its period. */
  more?: string | undefined;
  /** A small chart. */
  children?: ReactNode;
};

/** A number with its name. */
export function Stat({ label, value, isText = false, more, children }: Props) {
  return (
    <div className="-mr-px -mb-px grid content-start gap-1 border-r border-b border-line p-4">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="grid gap-2">
        <span className="flex flex-wrap items-baseline gap-x-1.5">
          <span
            className={classes(
              'tabular font-semibold tracking-tight',
              isText ? 'text-lg leading-8' : 'text-2xl',
            )}
          >
            {value}
          </span>
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
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] overflow-hidden rounded-xl max-sm:[&>:last-child:nth-child(odd)]:col-span-full border border-line bg-card shadow-sm">
      {children}
    </dl>
  );
}
