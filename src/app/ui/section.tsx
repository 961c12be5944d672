import { type ReactNode, useEffect, useRef } from 'react';

type Props = {
  /** The anchor that links use. */
  id?: string;
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A titled part of a page with settings. */
export function Section({ id, title, lead, actions, children }: Props) {
  const place = useRef<HTMLElement>(null);
  // The browser has looked for the anchor before the content of the section was loaded.
  useEffect(() => {
    if (id && location.hash === `#${id}`) place.current?.scrollIntoView();
  }, [id]);
  return (
    <section
      className="grid scroll-mt-20 gap-4 rounded-xl border border-line bg-card p-4 shadow-sm"
      id={id}
      ref={place}
    >
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
