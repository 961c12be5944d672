import type { ReactNode } from 'react';

type Props = { title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode };

/** A part of a page with settings. */
export function Section({ title, lead, actions, children }: Props) {
  return (
    <section className="grid gap-4 rounded-xl border border-line bg-card p-4 shadow-sm">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-0.5">
          <h2 className="font-semibold">{title}</h2>
          {lead ? <p className="text-sm text-soft">{lead}</p> : null}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}
