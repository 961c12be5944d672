import type { ReactNode } from 'react';

type Props = { title: string; lead?: ReactNode; actions?: ReactNode };

/** The head of a page: its only `h1`, and its actions. */
export function PageHeader({ title, lead, actions }: Props) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="grid min-w-0 grow basis-72 gap-1">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {lead ? <div className="max-w-2xl text-pretty text-soft">{lead}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  );
}
