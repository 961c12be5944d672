import { z } from 'zod';

/** An e-mail address in the one spelling in which it is compared and stored (D105). */
export const emailInput = z.string().trim().toLowerCase().max(254).pipe(z.email());

/**
 * The address of a future member. Names that end in `.invalid` never exist (RFC 2606), so no mail can reach
 * them. Erased members have such an address.
 */
export const memberEmailInput = emailInput.refine((email) => !email.endsWith('.invalid'), {
  error: 'Addresses that end in .invalid do not exist.',
});
