import type { ReactNode } from 'react';
import { classes } from './classes.ts';

type Props = {
  /** What a hidden column would say. */
  more: ReactNode;
  /** From which width on the column is there. */
  until?: 'sm' | 'md';
  children: ReactNode;
};

const hidden = { sm: 'sm:hidden', md: 'md:hidden' };

/** In a cell of a table: on a narrow screen, a second line stands for a column that has no room. */
export function TwoLines({ more, until = 'sm', children }: Props) {
  return (
    <span className="grid min-w-0">
      <span className="truncate">{children}</span>
      <span className={classes('truncate text-xs text-soft', hidden[until])}>{more}</span>
    </span>
  );
}
