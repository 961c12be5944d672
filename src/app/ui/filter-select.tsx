import { SelectBox } from './field.tsx';

type Props<V extends string> = {
  label: string;
  /** The label of "no filter". Missing: one value is always chosen. */
  any?: string;
  value: V | undefined;
  options: readonly (readonly [value: V, text: string])[];
  onChange: (value: V | '') => void;
};

/** One filter above a list. On a narrow screen, two of them share a line. */
export function FilterSelect<V extends string>(props: Props<V>) {
  const { label, any, value, options, onChange } = props;
  return (
    <div className="min-w-32 flex-1 sm:w-44 sm:flex-none">
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
