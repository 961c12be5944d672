import { z } from 'zod';

/** More than any list of chosen words has. Some callers repeat words. */
const MAX_ITEMS = 100;

/**
 * A list of few words. If a list is far longer, no item is looked at: each wrong item would make an
 * issue with all words in its text, which takes a second for a body full of them (P486).
 */
export function shortList<T extends z.ZodArray>(list: T): z.ZodType<z.output<T>, z.input<T>> {
  const short = z.preprocess((given, context) => {
    if (!Array.isArray(given) || given.length <= MAX_ITEMS) return given;
    const size = { origin: 'array', maximum: MAX_ITEMS, inclusive: true } as const;
    context.addIssue({ code: 'too_big', ...size, message: `At most ${MAX_ITEMS} items.` });
    return z.NEVER;
  }, list);
  // A preprocessed value may be anything. What the list takes is what a caller must give.
  return short as z.ZodType<z.output<T>, z.input<T>>;
}
