import { classes } from './classes.ts';

type Props<V extends string> = {
  label: string;
  values: readonly V[];
  names: Record<V, string>;
  value: V;
  onChange: (value: V) => void;
};

/** Chooses one of a few values, side by side. */
export function Segments<V extends string>({ label, values, names, value, onChange }: Props<V>) {
  return (
    <fieldset className="inline-flex rounded-md bg-sunk p-0.5">
      <legend className="hidden-text">{label}</legend>
      {values.map((one) => (
        <button
          aria-pressed={one === value}
          className={classes(
            'h-6 rounded-sm px-2 text-xs transition-colors duration-100',
            one === value ? 'bg-card font-medium text-ink shadow-sm' : 'text-soft hover:text-ink',
          )}
          key={one}
          onClick={() => onChange(one)}
          type="button"
        >
          {names[one]}
        </button>
      ))}
    </fieldset>
  );
}
