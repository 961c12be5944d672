import type { ReactNode } from 'react';
import { classes } from './classes.ts';

type Props = {
  /** The content of the hidden column. */
  more: ReactNode;
  /** From this width on, the column is visible and the second line is not. */
  until?: 'sm' | 'md' | 'lg';
  children: ReactNode;
};

const hidden = { sm: 'sm:hidden', md: 'md:hidden', lg: 'lg:hidden' };

/** A cell with a second line. On a narrow screen, this line replaces a column. */
export function TwoLines({ more, until = 'sm', children }: Props) {
  return (
    <span className="grid min-w-0">
      <span className="truncate">{children}</span>
      <span className={classes('truncate text-xs text-soft', hidden[until])}>{more}</span>
    </span>
  );
}
