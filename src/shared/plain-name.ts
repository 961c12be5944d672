import { ApiError } from './errors.ts';

// The signs of an address. Their wide forms look and mostly work the same.
const asksForVisit = /:\/\/|www\.|[/@]/i;

const REFUSAL = 'A name has no web address in it: no "://", "www.", "/" or "@".';

/**
 * Refuses a new name that a reader could take for a link, because names reach people in mails that are
 * ours. A name that stays as it was is nobody's new one.
 */
export function requirePlainName(name: string | undefined, before: string | null = null): void {
  if (name === undefined || name === before || !asksForVisit.test(name.normalize('NFKC'))) return;
  throw new ApiError('validation_error', { field: 'name', detail: REFUSAL });
}
