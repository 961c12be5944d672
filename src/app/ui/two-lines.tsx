import type { ReactNode } from 'react';

type Props = {
  /** The content of a column that has no room, or nothing. */
  more: ReactNode;
  children: ReactNode;
};

/** A cell with a second line. In a narrow table, this line replaces a column. */
export function TwoLines({ more, children }: Props) {
  return (
    <span className="grid min-w-0">
      <span className="truncate">{children}</span>
      {more ? <span className="truncate text-xs text-soft">{more}</span> : null}
    </span>
  );
}
