/** What stands in a text instead of a name. */
const ERASED_NAME = '[erased]';
/** What stands instead of an address. The domain never exists (RFC 2606). */
export const ERASED_EMAIL = 'erased@erased.invalid';

/** Whether an erasure has changed a text. Who writes the same words is taken for it. */
export function hasErased(text: string): boolean {
  return text.includes(ERASED_NAME) || text.includes(ERASED_EMAIL);
}

export type Names = {
  /** The full name. Null if there is none, or if it is a single word, which texts use for others. */
  name: string | null;
  /** The addresses that the person has had. */
  addresses: readonly string[];
};

/** Replaces what names a person. Undefined if the text does not. */
export type Replacer = {
  text(value: string): string | undefined;
  json(value: string): string | undefined;
  /** Patterns for `ilike any`: a text without a match names nobody. Some texts with a match do not either. */
  patterns: string[];
};

const WORD = '[\\p{L}\\p{N}]';
const ADDRESS_CHARACTER = "[\\p{L}\\p{N}.!#$%&'*+/=?^_`{|}~-]";

/** A single word, such as a given name, is also the name of others and part of other words. */
export function fullNameOf(name: string | null): string | null {
  const words = name?.match(/\p{L}{2,}/gu) ?? [];
  return words.length >= 2 ? name : null;
}

export function replacerOf({ name, addresses }: Names): Replacer {
  const names = name === null ? [] : formsOf(name);
  const inText = rulesOf(names, addresses);
  const text = (value: string): string | undefined => {
    const replaced = inText.reduce((left, { found, by }) => left.replace(found, by), value);
    return replaced === value ? undefined : replaced;
  };
  const json = (value: string): string | undefined => {
    const parsed: unknown = JSON.parse(value);
    const replaced = withStrings(parsed, (part) => text(part) ?? part);
    const before = JSON.stringify(parsed);
    const after = JSON.stringify(replaced);
    return before === after ? undefined : after;
  };
  return { text, json, patterns: [...names, ...addresses].map(patternOf) };
}

function rulesOf(names: string[], addresses: readonly string[]) {
  return [
    ...addresses.map((address) => ({
      found: new RegExp(
        `(?<!${ADDRESS_CHARACTER})${escaped(address)}(?!${WORD}|[.-]${WORD})`,
        'giu',
      ),
      by: ERASED_EMAIL,
    })),
    ...names.map((name) => ({
      found: new RegExp(`(?<!${WORD})${escaped(name)}(?!${WORD})`, 'giu'),
      by: ERASED_NAME,
    })),
  ];
}

/** An accent is one character or two, and somebody writes the words with more than one blank. */
function formsOf(name: string): string[] {
  return [...new Set([name, name.normalize('NFC'), name.normalize('NFD')])];
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(/\s+/g, '\\s+');
}

/**
 * PostgreSQL compares letters beyond ASCII without their case only in some locales, and JSON writes some
 * characters in another way, so that only letters and digits of ASCII are compared there.
 */
function patternOf(text: string): string {
  return `%${text.replaceAll(/[^a-z0-9@.]+/gi, '%')}%`;
}

function withStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => withStrings(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [change(name), withStrings(inner, change)]),
  );
}
