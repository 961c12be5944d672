import { useEffect, useRef, useState } from 'react';
import {
  type Change,
  type Choice,
  changeOf,
  choicesFor,
  type FilterField,
  readChange,
  type Typed,
  textOf,
  typedIn,
  wordOf,
} from './filter-fields.ts';

export type BarProps = {
  fields: readonly FilterField[];
  /** The filters in the address of the page. */
  values: Readonly<Record<string, string | undefined>>;
  onChange: (change: Change) => void;
  /** Typed text that is no filter searches the list. Missing: the list has no search. */
  search?: { name: string; label: string };
  /** The tabs of the page and the order of the list, which a saved view keeps. */
  tabs?: readonly string[];
};

export type ChosenField = { field: FilterField; value: string };

/** The state of the bar: its chips, the typed text, and what the list below offers. */
export function useFilterBar(props: BarProps) {
  const { fields, values, onChange, search } = props;
  const chosen = chosenOf(fields, values);
  const list = useOpenList();
  const { isOpen } = list;
  const { text, setText, isHeld } = useSearchText(props, list.isTyped);
  const typed = typedIn(fields, text);
  const { choices, at, before } = useChoices(props, { ...list, text, typed, isHeld });
  const type = (next: string) => {
    setText(next);
    list.type();
  };
  const apply = (change: Change, rest = '') => {
    onChange({ ...change, ...(search && { [search.name]: rest }) });
    setText(search ? rest : '', true);
    list.close();
  };
  return {
    chosen,
    text,
    typed,
    isOpen,
    choices,
    at,
    type,
    /** The chosen values in words. */
    name: chosen.map(({ field, value }) => textOf(field, value)).join(', '),
    open: list.open,
    point: list.point,
    close: list.close,
    choose: ({ field, value }: Choice) => {
      const { change, rest } = readChange(fields, before);
      if (field.name === search?.name) apply({}, value);
      else if (value !== undefined) apply({ ...change, ...changeOf(field, value) }, rest);
      else type(`${before} ${wordOf(field)}:`.trimStart());
    },
    /** Makes chips of a text in which at least one is whole, or of an id alone. */
    convert: (next: string): boolean => {
      const { change, rest } = readChange(fields, next);
      const [only] = choicesFor(fields, typedIn(fields, next));
      if (change) apply(change, rest);
      else if (only?.value === next) apply(changeOf(only.field, next));
      else return false;
      return true;
    },
    remove: (field: FilterField) => onChange(changeOf(field, '')),
    clear: () => apply(Object.assign({}, ...chosen.map(({ field }) => changeOf(field, '')))),
    leave: () => {
      list.close();
      // The list does not show what was neither chosen nor searched, so the field does not either.
      if (!search || isHeld) setText((search && values[search.name]) ?? '', true);
    },
  };
}

type Asking = {
  isOpen: boolean;
  isTyped: boolean;
  pointed?: number;
  text: string;
  typed: Typed;
  isHeld: boolean;
};

/** What the list offers, the entry that Enter chooses, and the text that stays when it is chosen. */
function useChoices({ fields, search }: BarProps, asking: Asking) {
  const { isOpen, isTyped, pointed, text, typed, isHeld } = asking;
  // A person who clicks into a search wants to add a filter. The text is not the beginning of one.
  const isNew = search !== undefined && !typed.field && !isTyped;
  const { field, query, before }: Typed = isNew ? { query: '', before: text } : typed;
  const onSearch = field?.onSearch;
  useEffect(() => onSearch?.(query), [onSearch, query]);
  const choices = isOpen ? choicesFor(fields, { ...(field && { field }), query, before }) : [];
  // The text may be meant as it is, and a telephone has no Escape.
  if (search && isHeld)
    choices.push({ field: { ...search, options: [] }, value: text, label: text });
  const first = field || query !== '' ? 0 : -1;
  return { choices, at: Math.min(pointed ?? first, choices.length - 1), before };
}

/** What a saved view keeps of the address. The open drawer is not among it. */
export function keptFilters({ fields, values, search, tabs = [] }: BarProps): Change {
  const names = fields.flatMap((field) => Object.keys(changeOf(field, '')));
  const kept = new Set([...tabs, ...names, ...(search ? [search.name] : [])]);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value && kept.has(name) ? [[name, value]] : [],
    ),
  );
}

export type FilterBarState = ReturnType<typeof useFilterBar>;

function chosenOf(fields: BarProps['fields'], values: BarProps['values']): ChosenField[] {
  return fields.flatMap((field) => {
    const value = field.chosen ?? values[field.name];
    return value ? [{ field, value }] : [];
  });
}

function useOpenList() {
  const [state, set] = useState<{ isOpen: boolean; isTyped: boolean; pointed?: number }>({
    isOpen: false,
    isTyped: false,
  });
  return {
    ...state,
    open: () => set(({ isTyped }) => ({ isOpen: true, isTyped })),
    type: () => set({ isOpen: true, isTyped: true }),
    close: () => set({ isOpen: false, isTyped: false }),
    point: (pointed: number) => set((before) => ({ ...before, isOpen: true, pointed })),
  };
}

/** The search starts this long after the last key. */
const PAUSE_MS = 200;

/**
 * The text of the field. What it searches goes into the address after a pause, and comes from there after "back". While
 * the list offers something for a typed text, the text is held back: as a search, the beginning of a filter would find
 * nothing. Escape closes the list, and then the text searches.
 */
function useSearchText({ fields, values, search, onChange }: BarProps, isTyped: boolean) {
  const searched = (search && values[search.name]) ?? '';
  const [text, setText] = useState(searched);
  const reported = useRef(searched);
  const newest = useRef(onChange);
  newest.current = onChange;
  const name = search?.name;
  const typed = typedIn(fields, text);
  const isHeld = isTyped && text !== '' && !typed.field && choicesFor(fields, typed).length > 0;
  const next = typed.field ? typed.before : isHeld ? '' : text;
  useEffect(() => {
    if (name === undefined || next === reported.current) return undefined;
    const timer = setTimeout(() => {
      reported.current = next;
      newest.current({ [name]: next });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [name, next]);
  useEffect(() => {
    if (searched === reported.current) return;
    reported.current = searched;
    setText(searched);
  }, [searched]);
  const set = (text: string, isReported = false) => {
    if (isReported) reported.current = text;
    setText(text);
  };
  return { text, setText: set, isHeld };
}
