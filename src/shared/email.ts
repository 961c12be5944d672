import { z } from 'zod';

/** Gives each address one spelling, in which it is compared and stored (D105). */
export const emailInput = z.string().trim().toLowerCase().max(254).pipe(z.email());
