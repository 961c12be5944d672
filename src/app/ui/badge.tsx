import type { ReactNode } from 'react';
import { classes } from './classes.ts';

type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent';

const tones: Record<Tone, string> = {
  plain: 'bg-sunk text-soft',
  good: 'bg-good-wash text-good',
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
  accent: 'bg-accent-wash text-accent-text',
};

/** A state in one word. A state without a problem has no colour. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex h-5 items-center rounded-sm px-1.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
