import { useId, useRef } from 'react';
import { SaveView } from '../../team/save-view.tsx';
import { useTexts } from '../../text/language.ts';
import { IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { late } from '../late.tsx';
import { uiTexts } from '../texts.ts';
import { inputHandlers } from './bar-keys.ts';
import { type FilterField, textOf, wordOf } from './filter-fields.ts';
import { filterTexts } from './texts.ts';
import { type BarProps, type ChosenField, keptFilters, useFilterBar } from './use-filter-bar.ts';

/** Loaded when the person first looks for a filter. */
const FilterList = late(() => import('./filter-list.tsx').then((part) => part.FilterList));

/**
 * The filters of a list in one line: a chip for each chosen filter, and a field in which a person types further ones or
 * chooses them from a list.
 */
export function FilterBar(props: BarProps) {
  const t = useTexts(filterTexts);
  const ui = useTexts(uiTexts);
  const bar = useFilterBar(props);
  const { chosen, text, isOpen, choices, at } = bar;
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const label = props.search?.label ?? t.filter;
  const name = [bar.name, orderOf(props, t)].filter(Boolean).join(', ');
  const edit = (word: string) => {
    input.current?.focus();
    bar.type(`${text} ${word}:`.trimStart());
  };
  return (
    <div className="relative min-w-full flex-1 sm:min-w-64">
      <div className="flex min-h-8 flex-wrap items-center gap-1 rounded-md border border-edge bg-card py-px pr-0.5 pl-2.5 shadow-sm has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-accent-text">
        <Icon className="text-soft" name={props.search ? 'search' : 'filter'} />
        <Chips
          chosen={chosen}
          onEdit={(field) => edit(wordOf(field))}
          onRemove={(field) => {
            input.current?.focus();
            bar.remove(field);
          }}
        />
        <input
          {...inputHandlers(bar)}
          aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
          aria-autocomplete="list"
          aria-controls={isOpen ? listId : undefined}
          aria-expanded={isOpen}
          aria-label={label}
          autoComplete="off"
          className="h-7 min-w-32 flex-1 sm:min-w-20 bg-transparent text-base text-ellipsis text-ink outline-none placeholder:text-faint"
          onBlur={bar.leave}
          onChange={({ target }) => bar.type(target.value)}
          onClick={bar.open}
          placeholder={chosen.length > 0 ? undefined : placeholderOf(props, t)}
          ref={input}
          role="combobox"
          spellCheck={false}
          value={text}
        />
        <span className="ml-auto flex items-center gap-1">
          {name ? <SaveView filters={keptFilters(props)} name={name} /> : null}
          {chosen.length > 0 ? (
            <IconButton icon="close" label={ui.clear} onClick={bar.clear} />
          ) : (
            <kbd className="hidden pr-1.5 font-mono text-xs text-faint lg:block">F</kbd>
          )}
        </span>
      </div>
      {isOpen ? (
        <FilterList
          at={at}
          choices={choices}
          id={listId}
          onChoose={bar.choose}
          onPoint={bar.point}
          typed={bar.typed}
        />
      ) : null}
    </div>
  );
}

/** The chosen order of a list that the server sorts. */
function orderOf({ tabs, values: { sort } }: BarProps, t: (typeof filterTexts)['de']): string {
  const isNamed = tabs?.includes('sort') && (sort === 'oldest' || sort === 'due');
  return isNamed ? t[sort] : '';
}

/** Says that filters can be typed, and what else. */
function placeholderOf({ fields: [first], search }: BarProps, t: (typeof filterTexts)['de']) {
  if (!first) return search?.label;
  return search ? t.searchOr(search.label, wordOf(first)) : t.example(wordOf(first));
}

type ChipsProps = {
  chosen: readonly ChosenField[];
  onEdit: (field: FilterField) => void;
  onRemove: (field: FilterField) => void;
};

function Chips({ chosen, onEdit, onRemove }: ChipsProps) {
  const t = useTexts(filterTexts);
  if (chosen.length === 0) return null;
  return (
    <ul aria-label={t.chosen} className="contents">
      {chosen.map(({ field, value }) => (
        <FilterChip
          field={field}
          key={field.name}
          onEdit={() => onEdit(field)}
          onRemove={() => onRemove(field)}
          value={value}
        />
      ))}
    </ul>
  );
}

type Props = { field: FilterField; value: string; onEdit: () => void; onRemove: () => void };

/** A chosen filter. A click on its text offers the other values. */
function FilterChip({ field, value, onEdit, onRemove }: Props) {
  const t = useTexts(filterTexts);
  const { label } = field;
  const text = textOf(field, value);
  return (
    <li className="inline-flex h-6 max-w-full min-w-0 items-center rounded-sm bg-sunk text-sm">
      <button
        className="flex h-6 min-w-0 items-center gap-1 rounded-sm pl-1.5 hover:text-accent-text"
        onClick={onEdit}
        title={t.change(label)}
        type="button"
      >
        <span className="shrink-0 text-soft">{label}:</span>
        <span className="max-w-64 truncate">{text}</span>
      </button>
      <button
        aria-label={t.remove(label)}
        className="grid size-6 shrink-0 place-items-center rounded-sm text-soft hover:text-ink"
        onClick={onRemove}
        title={t.remove(label)}
        type="button"
      >
        <Icon name="close" size={14} />
      </button>
    </li>
  );
}
