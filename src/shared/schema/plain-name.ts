import { ApiError } from '../errors/errors.ts';

// The wide forms of these signs are included, because they look the same and mostly work the same.
const asksForVisit = /:\/\/|www\.|[/@]/i;

/**
 * Refuses a new name that a reader could take for a link, because our mails contain names. A name that stays
 * the same is not refused.
 */
export function requirePlainName(name: string | undefined, before: string | null = null): void {
  if (name === undefined || name === before || !asksForVisit.test(name.normalize('NFKC'))) return;
  throw new ApiError('validation_error', { field: 'name', because: 'web_address_in_name' });
}
