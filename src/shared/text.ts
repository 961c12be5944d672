import { z } from 'zod';
import { isStorableText } from './storable-text.ts';

const UNSTORABLE = 'Without NUL characters and halves of surrogate pairs.';

/** D33. Zod counts code points, as a person counts characters; `length` would count an emoji twice. */
export function text(max: number) {
  return z.string().max(max, `At most ${max} characters.`).refine(isStorableText, UNSTORABLE);
}

/** D32: counted after the white space around it is gone, so that blank text is none. */
export function trimmedText(min: number, max: number) {
  const message = `${min} to ${max} characters, not counting white space around them.`;
  return z.string().trim().min(min, message).max(max, message).refine(isStorableText, UNSTORABLE);
}
