import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';

type Tone = 'info' | 'good' | 'warn' | 'bad';

const tones: Record<Tone, { look: string; icon: IconName }> = {
  info: { look: 'bg-sunk text-ink', icon: 'info' },
  good: { look: 'bg-good-wash text-good', icon: 'check' },
  warn: { look: 'bg-warn-wash text-warn', icon: 'alert' },
  bad: { look: 'bg-bad-wash text-bad', icon: 'alert' },
};

type Props = { tone?: Tone; title?: string; children?: ReactNode; isUrgent?: boolean };

/** A message on the page. Screen readers read an urgent one at once. */
export function Notice({ tone = 'info', title, children, isUrgent = false }: Props) {
  const { look, icon } = tones[tone];
  return (
    <div
      className={classes('flex gap-2.5 rounded-lg px-3 py-2.5 text-sm', look)}
      role={isUrgent ? 'alert' : undefined}
    >
      <Icon className="mt-0.5" name={icon} />
      <div className="grid min-w-0 gap-1">
        {title ? <p className="font-medium">{title}</p> : null}
        {children ? (
          <div className={classes('text-pretty', title && 'text-ink')}>{children}</div>
        ) : null}
      </div>
    </div>
  );
}
