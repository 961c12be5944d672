import type { ReactNode } from 'react';

/** What is known of one object: names on the left, values on the right. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line rounded-xl border border-line text-sm">{children}</dl>;
}

export function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 px-3 py-2 sm:grid-cols-[9rem_1fr] sm:gap-3">
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
