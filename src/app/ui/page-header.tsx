import type { ReactNode } from 'react';

type Props = {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** The way from an object back to its list. */
  back?: ReactNode;
  /** Stands before the title, such as the initials of a person. */
  mark?: ReactNode;
};

/**
 * The head of a page: its only `h1`, and its actions. The head of an object has room for a lead, so that nothing moves
 * when the object is loaded.
 */
export function PageHeader({ title, lead, actions, back, mark }: Props) {
  const shownLead = lead ?? (back ? '\u00a0' : null);
  return (
    <div className="grid gap-3">
      {back}
      <header className="flex items-start gap-3 sm:gap-4">
        {mark}
        <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-3">
          <div className="grid min-w-0 grow basis-72 gap-1">
            <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
            {shownLead ? <div className="max-w-2xl text-pretty text-soft">{shownLead}</div> : null}
          </div>
          {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
        </div>
      </header>
    </div>
  );
}
