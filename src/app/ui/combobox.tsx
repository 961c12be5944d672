import type { ComboboxProps } from './combobox-part.tsx';
import { controlClass, described, FieldBox } from './field.tsx';
import { late } from './late.tsx';

export type { ComboboxOption } from './combobox-part.tsx';

/** Chooses one of many options, found by typing. Arrows, Enter and Escape work as in every combobox. */
export const Combobox = late(
  () => import('./combobox-part.tsx').then((part) => part.LoadedCombobox),
  Waiting,
);

/** The field without its list. The code of the list is loaded late, because few pages need it. */
function Waiting({ label, isField = false, hint, error, placeholder, chosen }: ComboboxProps) {
  const around = { label, hint, error };
  const field = (
    <input
      {...(isField ? described(around, '') : {})}
      aria-label={label}
      className={controlClass(error !== undefined, 'h-8 truncate pr-14 placeholder:text-ink!')}
      placeholder={placeholder}
      readOnly
      value={chosen?.label ?? ''}
    />
  );
  return isField ? (
    <FieldBox {...around} id="">
      {field}
    </FieldBox>
  ) : (
    field
  );
}
