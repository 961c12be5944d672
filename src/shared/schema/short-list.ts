import { z } from 'zod';

/** The most items, more than any honest list has. Some callers repeat words. */
const MAX_ITEMS = 100;

/**
 * A list of few words. If a list is far too long, no item is checked: each wrong item would make an issue
 * with all allowed words in its text, which takes a second for a body full of them.
 */
export function shortList<T extends z.ZodArray>(list: T): z.ZodType<z.output<T>, z.input<T>> {
  const short = z.preprocess((input, context) => {
    if (!Array.isArray(input) || input.length <= MAX_ITEMS) return input;
    const size = { origin: 'array', maximum: MAX_ITEMS, inclusive: true } as const;
    context.addIssue({ code: 'too_big', ...size, message: `At most ${MAX_ITEMS} items.` });
    return z.NEVER;
  }, list);
  // TypeScript allows any input for a preprocessed value. The cast requires the input of the list.
  return short as z.ZodType<z.output<T>, z.input<T>>;
}
