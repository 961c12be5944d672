import { Combobox as Base } from '@base-ui/react/combobox';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTexts } from '../text/language.ts';
import { classes } from './classes.ts';
import { controlClass, described, FieldBox } from './field.tsx';
import { Icon } from './icon.tsx';
import { uiTexts } from './texts.ts';
import { topDialogRef } from './top-dialog.ts';

export type ComboboxOption = { value: string; label: string };

export type ComboboxProps = {
  /** The name for screen readers. With `isField` it is also shown above the field. */
  label: string;
  isField?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown in the field while nothing is chosen. */
  placeholder: string;
  chosen: ComboboxOption | null;
  options: readonly ComboboxOption[];
  onChoose: (option: ComboboxOption | null) => void;
  /** Called with the typed text, and with '' when the list closes. */
  onSearch?: (text: string) => void;
  isSearching?: boolean;
  /** True if there are more options than these. */
  hasMore?: boolean;
};

export function LoadedCombobox(props: ComboboxProps) {
  const { label, isField = false, hint, error, placeholder, chosen, options } = props;
  const id = useId();
  const around = { label, hint, error };
  const field = (
    <Base.Root
      autoHighlight
      isItemEqualToValue={(one, other) => one.value === other.value}
      items={options}
      itemToStringLabel={(option) => option.label}
      onInputValueChange={(text, { reason }) => {
        if (reason === 'input-change') props.onSearch?.(text);
      }}
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onSearch?.('');
      }}
      onValueChange={props.onChoose}
      value={chosen}
    >
      <Field
        {...(isField ? described(around, id) : { 'aria-label': label })}
        className={controlClass(error !== undefined, 'h-8 truncate pr-14 placeholder:text-ink!')}
        id={id}
        placeholder={placeholder}
        shown={chosen?.label}
      />
      <List {...props} />
    </Base.Root>
  );
  return isField ? (
    <FieldBox {...around} id={id}>
      {field}
    </FieldBox>
  ) : (
    field
  );
}

type FieldProps = Parameters<typeof Base.Input>[0] & { shown: string | undefined };

function Field({ shown, ...props }: FieldProps) {
  const t = useTexts(uiTexts);
  const input = useRef<HTMLInputElement>(null);
  // A browser scrolls to the end of a text that is too long, but its beginning tells people apart.
  const toBegin = () => {
    if (input.current) input.current.scrollLeft = 0;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further text is scrolled anew.
  useEffect(toBegin, [shown]);
  const button = 'grid h-8 w-6 place-items-center text-soft hover:text-ink';
  return (
    <Base.InputGroup className="relative block">
      <Base.Input {...props} onFocus={toBegin} ref={input} />
      <span className="absolute top-0 right-1.5 flex">
        <Base.Clear aria-label={t.chooseNone} className={button}>
          <Icon name="close" size={14} />
        </Base.Clear>
        <Base.Trigger aria-label={t.showAll} className={button} tabIndex={-1}>
          <Icon name="down" />
        </Base.Trigger>
      </span>
    </Base.InputGroup>
  );
}

type ListProps = Pick<ComboboxProps, 'hasMore' | 'isSearching' | 'label'>;

function List({ label, hasMore = false, isSearching = false }: ListProps) {
  const t = useTexts(uiTexts);
  return (
    <Base.Portal container={topDialogRef}>
      <Base.Positioner className="z-40 outline-none" positionMethod="fixed" sideOffset={4}>
        <Base.Popup className="rise w-(--anchor-width) min-w-56 overflow-hidden rounded-lg bg-card text-sm shadow-lg">
          <Base.Empty>
            <p className="px-3 py-2.5 text-soft">{isSearching ? t.searching : t.nothingFound}</p>
          </Base.Empty>
          <Base.List aria-label={label} className="max-h-72 overflow-y-auto p-1 empty:p-0">
            {(option: ComboboxOption) => (
              <Base.Item
                className={classes(
                  'flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1 outline-none select-none',
                  'data-[highlighted]:bg-hover',
                )}
                key={option.value}
                value={option}
              >
                <span className="min-w-0 flex-1 truncate">{option.label}</span>
                <Base.ItemIndicator>
                  <Icon name="check" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
          <Base.Status>
            {hasMore ? (
              <p className="border-t border-line px-3 py-2 text-xs text-soft">{t.typeForMore}</p>
            ) : null}
          </Base.Status>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
