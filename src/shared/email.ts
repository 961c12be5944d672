import { z } from 'zod';

/** D105: an address has one spelling, the one that is compared and stored. */
export const emailInput = z.string().trim().toLowerCase().max(254).pipe(z.email());
