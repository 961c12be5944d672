import type { ReactNode } from 'react';

/** A list or a chart below its filters, with the same spacing on all pages. */
export function Listing({ filters, children }: { filters: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-4">
      <search className="flex flex-wrap items-center gap-2">{filters}</search>
      {children}
    </div>
  );
}
