import { escaped, formsOf, type NameForm } from './list-name-forms.ts';
import { type Change, type JsonKind, replaceInJson } from './replace-in-json.ts';

/** What stands in a text instead of a name. */
const ERASED_NAME = '[erased]';
/** What stands instead of an address. The domain never exists (RFC 2606). */
export const ERASED_EMAIL = 'erased@erased.invalid';

/** Whether an erasure has changed a text. Who writes the same words is taken for it. */
export function hasErased(text: string): boolean {
  return text.includes(ERASED_NAME) || text.includes(ERASED_EMAIL);
}

export type Names = {
  /** What the person was called. A single word is left out. */
  names: readonly string[];
  /** The addresses that the person has had. */
  addresses: readonly string[];
};

/** Replaces what names a person. Undefined if the text does not. */
export type Replacer = {
  text(value: string): string | undefined;
  json(value: string, kind: JsonKind): string | undefined;
  /** Patterns for `ilike any`: a text without a match names nobody. Some texts with a match do not either. */
  patterns: string[];
};

const WORD = '[\\p{L}\\p{N}]';
const ADDRESS_CHARACTER = "[\\p{L}\\p{N}.!#$%&'*+/=?^_`{|}~-]";

export function replacerOf({ names, addresses }: Names): Replacer {
  const forms = names.flatMap(formsOf);
  // A longer name first: a shorter one may be its beginning.
  const longest = forms.toSorted((a, b) => b.source.length - a.source.length);
  const rules = [...addresses.map(ruleOfAddress), ...longest.map(ruleOfName)];
  const text = (value: string): string | undefined => {
    const replaced = rules.reduce((left, { found, by }) => left.replace(found, by), value);
    return replaced === value ? undefined : replaced;
  };
  const change: Change = (part) => text(part) ?? part;
  const json = (value: string, kind: JsonKind): string | undefined => {
    const parsed: unknown = JSON.parse(value);
    const after = JSON.stringify(replaceInJson(parsed, kind, change));
    return JSON.stringify(parsed) === after ? undefined : after;
  };
  const patterns = [...forms.map(({ pattern }) => pattern), ...addresses.map(patternOfAddress)];
  return { text, json, patterns: [...new Set(patterns)] };
}

function ruleOfAddress(address: string) {
  const source = `(?<!${ADDRESS_CHARACTER})${escaped(address)}(?!${WORD}|[.-]${WORD})`;
  return { found: new RegExp(source, 'giu'), by: ERASED_EMAIL };
}

function ruleOfName({ source }: NameForm) {
  return { found: new RegExp(`(?<!${WORD})${source}(?!${WORD})`, 'giu'), by: ERASED_NAME };
}

/**
 * PostgreSQL compares letters beyond ASCII without their case only in some locales, and JSON writes some
 * characters in another way, so that only letters and digits of ASCII are compared there.
 */
function patternOfAddress(address: string): string {
  return `%${address.replaceAll(/[^a-z0-9@.]+/gi, '%')}%`;
}
