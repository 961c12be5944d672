import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../text/language.ts';
import { classes } from '../ui/classes.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { threadTexts } from './texts.ts';

type Place = { to: string; search?: Record<string, string> };

type Props = {
  /** The icon of the kind: `log`, `pencil`, `webhook` or `mail`. */
  icon: IconName;
  /** The kind in words. */
  kind: string;
  /** The person is reading this step on the page. */
  isHere?: boolean;
  /** Where the app shows the step in full. Without a place there is no link. */
  place?: Place | undefined;
  /** What happened, in a few words. */
  title: ReactNode;
  /** The time, or the outcome. */
  aside?: ReactNode;
  children?: ReactNode;
};

/** One step of a thread: its kind, what happened, and a link to it unless the person is there. */
export function Step({ icon, kind, isHere = false, place, title, aside, children }: Props) {
  const t = useTexts(threadTexts);
  return (
    <li
      aria-current={isHere ? 'step' : undefined}
      className="relative grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 pb-4 before:absolute before:top-7 before:bottom-0 before:left-3.5 before:w-px before:bg-line last:pb-0 last:before:hidden"
    >
      <span
        className={classes(
          'grid size-7 place-items-center rounded-full border',
          isHere
            ? 'border-accent bg-accent-wash text-accent-text'
            : 'border-line bg-card text-soft',
        )}
      >
        <Icon name={icon} size={14} />
      </span>
      <div className="grid min-w-0 gap-0.5 text-sm">
        <p className="flex min-h-5 flex-wrap items-baseline gap-x-2 text-xs text-soft">
          <span>{kind}</span>
          {isHere ? <span className="font-medium text-accent-text">{t.here}</span> : null}
          {aside ? <span className="ml-auto">{aside}</span> : null}
        </p>
        <div className="min-w-0 wrap-anywhere">
          {place && !isHere ? (
            <Link
              className="rounded-sm font-medium text-accent-text underline-offset-2 hover:underline"
              search={(place.search ?? {}) as never}
              to={place.to}
            >
              {title}
            </Link>
          ) : (
            <span className={isHere ? 'font-medium' : undefined}>{title}</span>
          )}
        </div>
        {children}
      </div>
    </li>
  );
}

/** A step that cannot be shown, with the reason. */
export function Notice({ icon, kind, text, children }: NoticeProps) {
  return (
    <Step icon={icon} kind={kind} title={<span className="text-soft">{text}</span>}>
      {children}
    </Step>
  );
}

type NoticeProps = Pick<Props, 'icon' | 'kind' | 'children'> & { text: string };
