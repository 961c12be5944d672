import { z } from 'zod';

/**
 * True if the text can be stored. PostgreSQL refuses NUL, and half a surrogate pair cannot be
 * written as UTF-8 (D17).
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Removes the characters that PostgreSQL cannot store. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** The JSON of a value, without the characters that PostgreSQL cannot store. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'string' ? storable(one) : one));
}

const UNSTORABLE = 'Without NUL characters and halves of surrogate pairs.';

/**
 * A text of at most `max` characters. Zod counts code points, as people count characters. `length` would
 * count an emoji as two (D33).
 */
export function text(max: number) {
  return z.string().max(max, `At most ${max} characters.`).refine(isStorableText, UNSTORABLE);
}

/** Text that is counted without the white space around it, so that blank text is too short (D32). */
export function trimmedText(min: number, max: number) {
  const message = `${min} to ${max} characters, not counting white space around them.`;
  return z.string().trim().min(min, message).max(max, message).refine(isStorableText, UNSTORABLE);
}

// Control characters, line separators, and marks that change the direction of the text around them.
const breaksLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** A name: one line that looks the same everywhere, even in the subject of a mail. */
export function lineText(min: number, max: number) {
  return trimmedText(min, max).refine(
    (line) => !breaksLine.test(line),
    'Without control characters and line breaks.',
  );
}
