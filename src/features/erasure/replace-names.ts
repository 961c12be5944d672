import { ownTick } from '../../shared/load/long-work.ts';
import { foldCase } from './fold-case.ts';
import { escaped, FORMAT, formsOf, type NameForm } from './list-name-forms.ts';
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
   * wait for all of them. With `texts`, only those that these need.
   */
  prepare(texts?: readonly string[]): Promise<void>;
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
    const replaced = rules.reduce(replaceFound, foldForm(value));
    return replaced.text === value ? undefined : replaced.text;
  };
  const change: Change = (part) => text(part) ?? part;
  const json = (value: string, kind: JsonKind): string | undefined => {
    const parsed: unknown = JSON.parse(value);
    const after = JSON.stringify(replaceInJson(parsed, kind, change));
    return JSON.stringify(parsed) === after ? undefined : after;
  };
  const patterns = [...forms.map(({ pattern }) => pattern), ...addresses.map(patternOfAddress)];
  return {
    prepare: (texts) => prepare(rules, texts),
    text,
    json,
    patterns: [...new Set(patterns)],
  };
}

/** Finds a name or an address in a text without and with signs for format characters, and says what replaces it. */
type Rule = {
  /** What a text must contain, one after the other. */
  parts: readonly string[];
  plain: () => RegExp;
  marked: () => RegExp;
  by: string;
};

const partsOf = (pattern: string) => pattern.toLowerCase().split('%').filter(Boolean);

/** Far cheaper than to make the expression of a rule and to look for it. */
function mayFind({ parts }: Rule, { folded, places }: Folded): boolean {
  const text = places ? folded.replaceAll(FORMAT, '') : folded;
  let end = 0;
  return parts.every((part) => {
    const start = text.indexOf(part, end);
    end = start + part.length;
    return start >= 0;
  });
}

/** The expression is made at its first use, because making one takes a millisecond. */
function expression(source: string): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= new RegExp(source, 'gu');
    return made;
  };
}

function ruleOfAddress(address: string): Rule {
  const characters = [...foldCase(address)].map((character) => escaped(character));
  const sourceWith = (format: string) =>
    expression(`(?<!${ADDRESS_CHARACTER})${characters.join(format)}(?!${WORD}|[.-]${WORD})`);
  return {
    parts: partsOf(patternOfAddress(address)),
    plain: sourceWith(''),
    marked: sourceWith(`${FORMAT}?`),
    by: ERASED_EMAIL,
  };
}

function ruleOfName({ source, marked, pattern }: NameForm): Rule {
  const alone = (text: string) => expression(`(?<!${WORD})${text}(?!${WORD})`);
  const parts = partsOf(pattern);
  return { parts, plain: alone(source), marked: alone(marked), by: ERASED_NAME };
}

/**
 * V8 prepares an expression at its first two uses, for texts with one byte a character and for texts with
 * two.
 */
const TEXTS = ['a', 'a', '\u0101', '\u0101'];

async function prepare(rules: readonly Rule[], texts?: readonly string[]): Promise<void> {
  const folded = texts?.map(foldForm);
  const needed = rules.flatMap((rule) => {
    const found = folded?.filter((text) => mayFind(rule, text));
    if (found?.length === 0) return [];
    const isMarked = found?.some(({ places }) => places) ?? true;
    return isMarked ? [rule.plain, rule.marked] : [rule.plain];
  });
  for (const found of needed) {
    await ownTick();
    for (const text of TEXTS) text.search(found());
  }
}

/** `places` says where each character of `folded` stands in the text. Null: at the same place. */
type Folded = { text: string; folded: string; places: number[] | null };

const anyFormat = /\p{Cf}/u;
/**
 * Format characters. The group has those within a word that may also divide two words. A soft hyphen divides syllables
 * only.
 */
const formats = /((?<=[\p{L}\p{M}\p{N}])\u00ad*[^\P{Cf}\u00ad]\p{Cf}*(?=[\p{L}\p{N}]))|\p{Cf}+/gu;

/**
 * The text as names are compared: in small letters, and without format characters, such as a soft hyphen or a
 * zero-width space. One sign stays of those within a word, because they may also divide two words.
 */
function foldForm(text: string): Folded {
  if (!anyFormat.test(text)) return { text, folded: foldCase(text), places: null };
  const kept: string[] = [];
  const places: number[] = [];
  const keep = (part: string, at: number) => {
    kept.push(part);
    for (let i = 0; i < part.length; i += 1) places.push(at + i);
  };
  let end = 0;
  for (const { 0: run, 1: within, index } of text.matchAll(formats)) {
    keep(text.slice(end, index), end);
    if (within) keep(FORMAT, index);
    end = index + run.length;
  }
  keep(text.slice(end), end);
  return { text, folded: foldCase(kept.join('')), places };
}

/** Replaces in the text what a rule finds in the same text as names are compared. */
function replaceFound(before: Folded, rule: Rule): Folded {
  if (!mayFind(rule, before)) return before;
  const { plain, marked, by } = rule;
  const { text, folded, places } = before;
  const found = places ? marked() : plain();
  const placeOf = (index: number) => places?.[index] ?? index;
  const kept: string[] = [];
  let end = 0;
  // `matchAll` would copy the expression for each text.
  found.lastIndex = 0;
  for (let match = found.exec(folded); match; match = found.exec(folded)) {
    kept.push(text.slice(end, placeOf(match.index)));
    end = placeOf(found.lastIndex - 1) + 1;
  }
  if (kept.length === 0) return before;
  return foldForm([...kept, text.slice(end)].join(by));
}

/**
 * The pattern of an address. Only ASCII letters and digits are compared: PostgreSQL ignores the case
 * of other letters only in some locales, and JSON writes some characters in another way.
 */
function patternOfAddress(address: string): string {
  return `%${address.replaceAll(/[^a-z0-9@.]+/gi, '%')}%`;
}

/** All format characters (`\\p{Cf}`), for PostgreSQL. A test compares them. */
const FORMAT_CLASS = `[\\u00AD\\u0600-\\u0605\\u061C\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\U000110BD\\U000110CD\\U00013430-\\U0001343F\\U0001BCA0-\\U0001BCA3\\U0001D173-\\U0001D17A\\U000E0001\\U000E0020-\\U000E007F]`;

/**
 * SQL: whether a replacer with these patterns has to look at a text. Letters with format characters between
 * them match no pattern, so it looks at each text that contains one.
 */
export function mayName(text: string, patterns: string): string {
  return `(${text} ilike any (${patterns}::text[]) or ${text} ~ '${FORMAT_CLASS}')`;
}
