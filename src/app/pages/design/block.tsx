import type { ReactNode } from 'react';

/** A building block with its states. */
export function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3" data-example="" lang="en">
      <h2 className="text-sm font-medium text-soft">{title}</h2>
      <div className="flex min-w-0 flex-wrap items-start gap-4 rounded-xl border border-line bg-card p-5">
        {children}
      </div>
    </section>
  );
}
