import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

type Around = { label: string; hint?: ReactNode; error?: string | undefined };

const control =
  'w-full rounded-md border bg-card px-2.5 text-base text-ink shadow-sm transition-colors duration-100 placeholder:text-faint disabled:bg-sunk disabled:text-soft';

export function controlClass(hasError: boolean, extra = 'h-8'): string {
  return classes(control, extra, hasError ? 'border-bad' : 'border-edge');
}

/** A field with its label above, and a hint or an error below. An error replaces the hint. */
export function FieldBox(props: Around & { id: string; children: ReactNode }) {
  const { id, label, hint, error, children } = props;
  return (
    <div className="grid content-start gap-1.5">
      <label className="text-sm font-medium" htmlFor={id}>
        {label}
      </label>
      {children}
      {error ? (
        <p className="flex items-start gap-1.5 text-sm text-bad" id={`${id}-about`}>
          <Icon className="mt-0.5" name="alert" size={14} />
          {error}
        </p>
      ) : null}
      {!error && hint ? (
        <div className="text-sm text-soft" id={`${id}-about`}>
          {hint}
        </div>
      ) : null}
    </div>
  );
}

export function described({ hint, error }: Around, id: string) {
  return {
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error || hint ? `${id}-about` : undefined,
  };
}

type TextProps = Around & Omit<InputHTMLAttributes<HTMLInputElement>, 'className'>;

export function TextField({ label, hint, error, ...rest }: TextProps) {
  const made = useId();
  const id = rest.id ?? made;
  const around = { label, hint, error };
  return (
    <FieldBox {...around} id={id}>
      <input
        {...rest}
        {...described(around, id)}
        className={controlClass(error !== undefined)}
        id={id}
      />
    </FieldBox>
  );
}

type AreaProps = Around &
  Omit<React.TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> & {
    /** Shown in a monospaced font. */
    isCode?: boolean;
  };

export function AreaField({ label, hint, error, isCode = false, ...rest }: AreaProps) {
  const made = useId();
  const id = rest.id ?? made;
  const around = { label, hint, error };
  return (
    <FieldBox {...around} id={id}>
      <textarea
        rows={3}
        {...rest}
        {...described(around, id)}
        className={controlClass(
          error !== undefined,
          classes('min-h-20 py-1.5', isCode && 'font-mono'),
        )}
        id={id}
      />
    </FieldBox>
  );
}

type SelectProps = Around & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'>;

/** The browser's own select, because it works with every keyboard, screen reader and telephone. */
export function SelectField({ label, hint, error, children, ...rest }: SelectProps) {
  const made = useId();
  const id = rest.id ?? made;
  const around = { label, hint, error };
  return (
    <FieldBox {...around} id={id}>
      <SelectBox {...rest} {...described(around, id)} hasError={error !== undefined} id={id}>
        {children}
      </SelectBox>
    </FieldBox>
  );
}

type BareSelect = SelectHTMLAttributes<HTMLSelectElement> & { hasError?: boolean };

/** A select without a label, for filters. Pass `aria-label`. */
export function SelectBox({ hasError = false, children, ...rest }: BareSelect) {
  return (
    <span className="relative block">
      <select {...rest} className={controlClass(hasError, 'h-8 appearance-none pr-8')}>
        {children}
      </select>
      <Icon className="pointer-events-none absolute top-2 right-2.5 text-soft" name="down" />
    </span>
  );
}
