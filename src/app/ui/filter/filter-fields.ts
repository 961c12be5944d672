import { readChips, writeChips } from './filter-text.ts';

/** A value that can be chosen, what it is called, and how many rows have it. */
export type FilterOption = readonly [value: string, label: string, count?: number | undefined];

export type Change = Record<string, string>;

/** A filter of a list. */
export type FilterField = {
  /** Its name in the address of the page. */
  name: string;
  /** The word before the colon in a text, the same in all languages. Missing: its name. */
  word?: string;
  label: string;
  options: readonly FilterOption[];
  /** The chosen value, if it is not the one in the address. */
  chosen?: string | undefined;
  /** What a value changes in the address, if that is more than the filter itself. An empty value removes it. */
  set?: (value: string) => Change;
  /** Reads a typed text that is none of the options, such as an id or a time. */
  read?: (text: string) => string | undefined;
  /** The text for a value that is none of the options. */
  show?: (value: string) => string;
  /** What a person can type, if nothing fits. */
  hint?: string;
  /** A list or a chart sets it. It is not offered, but it can be typed. */
  isUnlisted?: boolean;
  /** Finds further options by a part of their name. */
  onSearch?: (text: string) => void;
  hasMore?: boolean;
};

/** An entry of the list below the field: a filter, or a value of it. */
export type Choice = {
  field: FilterField;
  value?: string;
  label: string;
  count?: number | undefined;
};

export const wordOf = ({ name, word = name }: FilterField): string => word;

export function changeOf({ name, set }: FilterField, value: string): Change {
  return set?.(value) ?? { [name]: value };
}

export function textOf({ options, show }: FilterField, value: string): string {
  return options.find(([one]) => one === value)?.[1] ?? show?.(value) ?? value;
}

/** What people compare: `Zoe` finds `Zoë`. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

const words = (text: string) =>
  ` ${folded(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`;

/** Whether a word of a name begins with the text. `er` is no `Owner`, because a list may also be searched for it. */
const hasWord = (name: string, text: string) =>
  words(text) !== ' ' && words(name).includes(words(text));

function fieldNamed(fields: readonly FilterField[], word: string): FilterField | undefined {
  const wanted = folded(word);
  return (
    fields.find((field) => wordOf(field) === wanted) ??
    fields.find(({ label }) => folded(label) === wanted) ??
    // Who knows the address types what stands there.
    fields.find(({ name }) => name === wanted)
  );
}

/** The value that a text names: a value, its whole name, or a beginning that only one name has. */
function valueNamed({ options, read }: FilterField, text: string): string | undefined {
  const wanted = folded(text);
  if (wanted === '') return undefined;
  const exact = options.find(
    ([value, label]) => value === text || value === wanted || folded(label) === wanted,
  );
  const [only, ...others] = options.filter(([, label]) => folded(label).startsWith(wanted));
  return exact?.[0] ?? read?.(text.trim()) ?? (others.length === 0 ? only?.[0] : undefined);
}

/** What the chips of a text change. What names no value stays in the rest. */
export function readChange(
  fields: readonly FilterField[],
  text: string,
): { change: Change | undefined; rest: string } {
  const { chips, rest } = readChips(text, (word) => fieldNamed(fields, word) !== undefined);
  const unread: string[] = [];
  let change: Change | undefined;
  for (const chip of chips) {
    const field = fieldNamed(fields, chip.word);
    const value = field && valueNamed(field, chip.value);
    if (field && value !== undefined) change = { ...change, ...changeOf(field, value) };
    else unread.push(writeChips([chip]));
  }
  return { change, rest: [...unread, rest].filter(Boolean).join(' ') };
}

/** What a person is typing: a value of a filter, or another text. */
export type Typed = {
  field?: FilterField;
  query: string;
  /** The words before the filter, which search the list. */
  before: string;
};

const LAST = /^(?:(.*?)\s+)?([\p{L}\p{N}_-]+):"?([^"]*)"?$/su;

export function typedIn(fields: readonly FilterField[], text: string): Typed {
  const [, before = '', word = '', query = ''] = LAST.exec(text.trimStart()) ?? [];
  const field = word ? fieldNamed(fields, word) : undefined;
  return field ? { field, query, before } : { query: text, before: '' };
}

/** A list is no help if it is longer. Typing finds the others. */
const MOST = 100;
/** Values of one filter, so that those of the others are seen too. */
const MOST_OF_EACH = 4;
const MOST_OF_ALL = 12;

/** What the list offers for the typed text. */
export function choicesFor(fields: readonly FilterField[], { field, query }: Typed): Choice[] {
  if (field) return valuesOf(field, query, includes).slice(0, MOST);
  const offered = fields.filter(({ isUnlisted }) => !isUnlisted);
  const wanted = folded(query);
  const named = offered.filter(
    (one) => hasWord(one.label, query) || wordOf(one).startsWith(wanted),
  );
  const choices = named.map((one): Choice => ({ field: one, label: one.label }));
  if (wanted === '') return choices;
  const values = offered.flatMap((one) => valuesOf(one, query, hasWord).slice(0, MOST_OF_EACH));
  return [...choices, ...values.slice(0, MOST_OF_ALL)];
}

const includes = (name: string, text: string) => folded(name).includes(folded(text));

function valuesOf(field: FilterField, query: string, fits: typeof includes): Choice[] {
  const wanted = folded(query);
  const found = field.options
    .filter(([value, label]) => fits(label, query) || folded(value) === wanted)
    .map(([value, label, count]): Choice => ({ field, value, label, count }));
  const read = wanted === '' ? undefined : field.read?.(query.trim());
  if (read === undefined || found.some(({ value }) => value === read)) return found;
  const count = field.options.find(([value]) => value === read)?.[2];
  return [...found, { field, value: read, label: textOf(field, read), count }];
}
