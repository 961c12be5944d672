import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** A text that is hidden until a person opens it. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group text-sm">
      <summary className="inline-flex h-6 list-none items-center gap-1 rounded-sm text-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <Icon className="group-open:rotate-90" name="right" size={14} />
        {title}
      </summary>
      <div className="mt-1 max-h-72 overflow-y-auto rounded-lg bg-sunk px-3 py-2.5">{children}</div>
    </details>
  );
}
