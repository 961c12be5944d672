import type { ReactNode } from 'react';

type Props = {
  filters: ReactNode;
  /** For a list whose first row should be seen early. */
  isTight?: boolean;
  children: ReactNode;
};

/** A list or a chart below its filters, with the same spacing on all pages. */
export function Listing({ filters, isTight = false, children }: Props) {
  return (
    <div className={isTight ? 'grid gap-2.5' : 'grid gap-4'}>
      <search className="flex flex-wrap items-center gap-2">{filters}</search>
      {children}
    </div>
  );
}
