import type { ReactNode } from 'react';

/** The only card on a page for people who are not signed in. */
export function OpenCard(props: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <OpenCardBox>
      <div className="grid gap-1">
        <h1 className="text-xl font-semibold tracking-tight">{props.title}</h1>
        {props.lead ? <p className="text-balance text-soft">{props.lead}</p> : null}
      </div>
      {props.children}
    </OpenCardBox>
  );
}

export function OpenCardBox({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-sm px-4 pt-[6vh] sm:pt-[12vh]">
      <div className="grid gap-5 rounded-xl border border-line bg-card p-6 shadow-sm">
        {children}
      </div>
    </div>
  );
}
