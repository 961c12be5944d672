import type { ReactNode } from 'react';

type Props = { title: string; actions?: ReactNode; children: ReactNode };

export function Section({ title, actions, children }: Props) {
  return (
    <section className="grid min-w-0 gap-2">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h3 className="text-base font-medium">{title}</h3>
        {actions ? <div className="flex items-center gap-2">{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}
