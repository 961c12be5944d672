import type { ReactNode } from 'react';

/** A list or chart below its filters. The spacing is the same on all pages. */
export function Listing({ filters, children }: { filters: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-4">
      <search className="flex flex-wrap items-center gap-2">{filters}</search>
      {children}
    </div>
  );
}
