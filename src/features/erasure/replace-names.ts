import { escaped, formsOf, type NameForm } from './list-name-forms.ts';
import { type Change, type JsonKind, replaceInJson } from './replace-in-json.ts';

/** This replaces a name in a text. */
const ERASED_NAME = '[erased]';
/** This replaces an address. The domain never exists (RFC 2606). */
export const ERASED_EMAIL = 'erased@erased.invalid';

/** True if an erasure has changed the text. It is also true if somebody has written the same words. */
export function hasErased(text: string): boolean {
  return text.includes(ERASED_NAME) || text.includes(ERASED_EMAIL);
}

export type Names = {
  /** The names of the person. A single word is left out. */
  names: readonly string[];
  /** All addresses that the person has had. */
  addresses: readonly string[];
};

/** Replaces the names and addresses of a person. Undefined if the text contains none. */
export type Replacer = {
  text(value: string): string | undefined;
  json(value: string, kind: JsonKind): string | undefined;
  /**
   * Patterns for `ilike any`. A text without a match names nobody. A text with a match may still
   * name nobody.
   */
  patterns: string[];
};

const WORD = '[\\p{L}\\p{N}]';
const ADDRESS_CHARACTER = "[\\p{L}\\p{N}.!#$%&'*+/=?^_`{|}~-]";

export function replacerOf({ names, addresses }: Names): Replacer {
  const forms = names.flatMap(formsOf);
  // Longer names come first, because a shorter name may be the beginning of a longer one.
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
 * The pattern of an address. Only ASCII letters and digits are compared: PostgreSQL compares other
 * letters without their case only in some locales, and JSON writes some characters in another way.
 */
function patternOfAddress(address: string): string {
  return `%${address.replaceAll(/[^a-z0-9@.]+/gi, '%')}%`;
}
