import { z } from 'zod';

// Values that arrive as text, on the command line and in the environment.

export function wholeNumber<T>(schema: z.ZodType<T, number>) {
  return z
    .string()
    .regex(/^[0-9]{1,9}$/)
    .transform(Number)
    .pipe(schema);
}

export function commaList<T>(schema: z.ZodType<T, string[]>) {
  return z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .pipe(schema);
}
