import { ownTick } from '../../shared/long-work.ts';
import { foldCase } from './fold-case.ts';
import { escaped, formsOf, type NameForm } from './list-name-forms.ts';
import { type Change, type JsonKind, replaceInJson } from './replace-in-json.ts';

/** The text that replaces a name. */
const ERASED_NAME = '[erased]';
/** The text that replaces an address. The domain never exists (RFC 2606). */
export const ERASED_EMAIL = 'erased@erased.invalid';

/** True if an erasure has changed the text, or if somebody has written the same words. */
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
  /**
   * Prepares the expressions, each in a turn of the event loop of its own. Otherwise the first text would
   * wait for all of them.
   */
  prepare(): Promise<void>;
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

/** A replacer for all names and addresses together. Only for few names. */
export function replacerOf({ names, addresses }: Names): Replacer {
  return replacerOfForms(longestFirst(names.flatMap(formsOf)), addresses);
}

/**
 * Replacers for any number of names, one after the other, so that neither memory nor one turn of the event
 * loop holds all of them. Each replacer has a limited number of forms.
 */
export async function* replacersOf(
  { names, addresses }: Names,
  mostForms: number,
): AsyncGenerator<Replacer, void> {
  for (let start = 0; start < addresses.length; start += mostForms) {
    yield replacerOfForms([], addresses.slice(start, start + mostForms));
  }
  const found: NameForm[] = [];
  for (const name of names) {
    await ownTick();
    found.push(...formsOf(name));
  }
  const forms = longestFirst(found);
  for (let start = 0; start < forms.length; start += mostForms) {
    yield replacerOfForms(forms.slice(start, start + mostForms), []);
  }
}

/** Longer names come first, because a shorter name may be the beginning of a longer one. */
function longestFirst(forms: readonly NameForm[]): NameForm[] {
  return forms.toSorted((a, b) => b.source.length - a.source.length);
}

function replacerOfForms(forms: readonly NameForm[], addresses: readonly string[]): Replacer {
  const rules = [...addresses.map(ruleOfAddress), ...forms.map(ruleOfName)];
  const text = (value: string): string | undefined => {
    const replaced = rules.reduce(replaceFound, { text: value, folded: foldCase(value) });
    return replaced.text === value ? undefined : replaced.text;
  };
  const change: Change = (part) => text(part) ?? part;
  const json = (value: string, kind: JsonKind): string | undefined => {
    const parsed: unknown = JSON.parse(value);
    const after = JSON.stringify(replaceInJson(parsed, kind, change));
    return JSON.stringify(parsed) === after ? undefined : after;
  };
  const patterns = [...forms.map(({ pattern }) => pattern), ...addresses.map(patternOfAddress)];
  return { prepare: () => prepare(rules), text, json, patterns: [...new Set(patterns)] };
}

/** Finds a name or an address in a text of small letters, and says what replaces it. */
type Rule = { readonly found: RegExp; by: string };

/** The expression is made at its first use, because making one takes a millisecond. */
function ruleOf(source: string, by: string): Rule {
  let made: RegExp | undefined;
  return {
    by,
    get found() {
      made ??= new RegExp(source, 'gu');
      return made;
    },
  };
}

function ruleOfAddress(address: string): Rule {
  const source = `(?<!${ADDRESS_CHARACTER})${escaped(foldCase(address))}(?!${WORD}|[.-]${WORD})`;
  return ruleOf(source, ERASED_EMAIL);
}

function ruleOfName({ source }: NameForm): Rule {
  return ruleOf(`(?<!${WORD})${source}(?!${WORD})`, ERASED_NAME);
}

/**
 * V8 prepares an expression at its first two uses, for texts with one byte a character and for texts with
 * two.
 */
const TEXTS = ['a', 'a', '\u0101', '\u0101'];

async function prepare(rules: readonly Rule[]): Promise<void> {
  for (const { found } of rules) {
    await ownTick();
    for (const text of TEXTS) text.search(found);
  }
}

type Folded = { text: string; folded: string };

/** Replaces in the text what a rule finds in the same text in small letters. */
function replaceFound({ text, folded }: Folded, { found, by }: Rule): Folded {
  const kept: string[] = [];
  let end = 0;
  // `matchAll` would copy the expression for each text.
  found.lastIndex = 0;
  for (let match = found.exec(folded); match; match = found.exec(folded)) {
    kept.push(text.slice(end, match.index));
    end = found.lastIndex;
  }
  if (kept.length === 0) return { text, folded };
  const replaced = [...kept, text.slice(end)].join(by);
  return { text: replaced, folded: foldCase(replaced) };
}

/**
 * The pattern of an address. Only ASCII letters and digits are compared: PostgreSQL ignores the case
 * of other letters only in some locales, and JSON writes some characters in another way.
 */
function patternOfAddress(address: string): string {
  return `%${address.replaceAll(/[^a-z0-9@.]+/gi, '%')}%`;
}
