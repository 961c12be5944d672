import { z } from 'zod';

/** Gives each address one spelling, in which it is compared and stored (D105). */
export const emailInput = z.string().trim().toLowerCase().max(254).pipe(z.email());

/**
 * The address of somebody who is to become a member. Names that end in `.invalid` never exist (RFC 2606):
 * no mail arrives, and one of them stands instead of the addresses of erased members.
 */
export const memberEmailInput = emailInput.refine((email) => !email.endsWith('.invalid'), {
  error: 'Addresses that end in .invalid do not exist.',
});
