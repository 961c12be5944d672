import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

const looks: Record<Look, string> = {
  primary: 'bg-accent text-white hover:bg-accent-strong shadow-sm',
  plain: 'bg-card text-ink border border-line hover:bg-hover shadow-sm',
  quiet: 'text-soft hover:bg-hover hover:text-ink',
  danger: 'bg-bad-solid text-white hover:bg-bad-strong shadow-sm',
};

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  look?: Look | undefined;
  size?: 'sm' | 'md';
  icon?: IconName | undefined;
  /** Work is under way: the button keeps its width, and a second click does nothing. */
  isBusy?: boolean;
  isWide?: boolean;
  children: ReactNode;
};

export function buttonClass(
  look: Look = 'plain',
  size: 'sm' | 'md' = 'md',
  isWide = false,
): string {
  return classes(
    'relative inline-flex items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap select-none transition-colors duration-100',
    size === 'sm' ? 'h-7 px-2 text-sm' : 'h-8 px-3 text-sm',
    isWide && 'w-full',
    'disabled:opacity-50 aria-disabled:opacity-60',
    looks[look],
  );
}

export function Button({ look, size, icon, isBusy = false, isWide, children, ...rest }: Props) {
  const stopWhenBusy = isBusy ? { onClick: stop, 'aria-disabled': true } : {};
  return (
    <button type="button" {...rest} {...stopWhenBusy} className={buttonClass(look, size, isWide)}>
      <span className={classes('inline-flex items-center gap-1.5', isBusy && 'opacity-0')}>
        {icon ? <Icon name={icon} size={14} /> : null}
        {children}
      </span>
      {isBusy ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      ) : null}
    </button>
  );
}

function stop(event: { preventDefault(): void }): void {
  event.preventDefault();
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> & {
  icon: IconName;
  /** What the button does, for screen readers and as a hint. */
  label: string;
};

export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className="inline-grid size-7 place-items-center rounded-md text-soft transition-colors duration-100 hover:bg-hover hover:text-ink disabled:opacity-50 aria-disabled:opacity-50"
      title={label}
    >
      <Icon name={icon} />
    </button>
  );
}
