import { classes } from './classes.ts';
import { SelectBox } from './field.tsx';

type Props<V extends string> = {
  label: string;
  /** The label of "no filter". Missing: one value is always chosen. */
  any?: string;
  value: V | undefined;
  options: readonly (readonly [value: V, text: string])[];
  onChange: (value: V | '') => void;
  /** For a list with many filters, which stand in one line on a wide screen. */
  isNarrow?: boolean;
};

/** One filter above a list. On a narrow screen, two of them share a line. */
export function FilterSelect<V extends string>(props: Props<V>) {
  const { label, any, value, options, onChange, isNarrow = false } = props;
  return (
    <div className={classes('min-w-32 flex-1 sm:flex-none', isNarrow ? 'sm:w-32' : 'sm:w-44')}>
      <SelectBox
        aria-label={label}
        onChange={({ target }) => onChange(target.value as V | '')}
        value={value ?? ''}
      >
        {any === undefined ? null : <option value="">{any}</option>}
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </SelectBox>
    </div>
  );
}
