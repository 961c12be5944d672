import type { ReactNode } from 'react';
import { classes } from './classes.ts';

type Props = {
  /** What the hidden column would say. */
  more: ReactNode;
  /** The width from which on the column is visible. */
  until?: 'sm' | 'md' | 'lg';
  children: ReactNode;
};

const hidden = { sm: 'sm:hidden', md: 'md:hidden', lg: 'lg:hidden' };

/** The content of a cell. On a narrow screen its second line replaces a column that has no room. */
export function TwoLines({ more, until = 'sm', children }: Props) {
  return (
    <span className="grid min-w-0">
      <span className="truncate">{children}</span>
      <span className={classes('truncate text-xs text-soft', hidden[until])}>{more}</span>
    </span>
  );
}
