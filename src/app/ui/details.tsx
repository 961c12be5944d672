import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** The facts about an object: names on the left, values on the right. Inside a card, it fills the card. */
export function Details({
  isInCard = false,
  children,
}: {
  isInCard?: boolean;
  children: ReactNode;
}) {
  return (
    <dl
      className={classes(
        'divide-y divide-line border-line text-sm',
        isInCard ? '-mx-4 -mb-4 border-t' : 'rounded-xl border',
      )}
    >
      {children}
    </dl>
  );
}

export function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 px-4 py-2 sm:grid-cols-[minmax(0,9rem)_minmax(60%,1fr)] sm:gap-3">
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
