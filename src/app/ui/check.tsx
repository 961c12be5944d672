import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
};

/** Drawn with CSS, because browsers draw a box grey on grey in the dark theme. */
export const box =
  'grid size-4 shrink-0 appearance-none place-content-center border border-edge bg-card before:hidden before:bg-white checked:border-accent checked:bg-accent checked:before:block disabled:opacity-50 forced-colors:appearance-auto';
export const tick =
  'rounded-sm before:size-2.5 before:[clip-path:polygon(14%_44%,0_62%,42%_96%,100%_22%,86%_8%,39%_66%)]';
const dot = 'rounded-full before:size-1.5 before:rounded-full';

function Labelled({ id, label, hint, children }: Props & { id: string; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2.5">
      {children}
      <div className="grid gap-0.5">
        <label className="text-sm" htmlFor={id}>
          {label}
        </label>
        {hint ? <div className="text-sm text-soft">{hint}</div> : null}
      </div>
    </div>
  );
}

export function Checkbox({ label, hint, ...rest }: Props) {
  const id = useId();
  return (
    <Labelled hint={hint} id={id} label={label}>
      <input {...rest} className={classes('mt-0.5', box, tick)} id={id} type="checkbox" />
    </Labelled>
  );
}

export function Radio({ label, hint, ...rest }: Props) {
  const id = useId();
  return (
    <Labelled hint={hint} id={id} label={label}>
      <input {...rest} className={classes('mt-0.5', box, dot)} id={id} type="radio" />
    </Labelled>
  );
}

/** A switch takes effect at once. There is no button to save it. */
export function Switch({ label, hint, ...rest }: Props) {
  const id = useId();
  return (
    <Labelled hint={hint} id={id} label={label}>
      <input
        {...rest}
        className="relative h-5 w-9 shrink-0 appearance-none rounded-full bg-edge transition-colors duration-100 before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-white before:transition-transform checked:bg-accent checked:before:translate-x-4 disabled:opacity-50"
        id={id}
        aria-checked={rest.checked ?? false}
        role="switch"
        type="checkbox"
      />
    </Labelled>
  );
}
