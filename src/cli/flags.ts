import { z } from 'zod';
import { dateTimeInput } from '../shared/schema/date-time.ts';
import type { Flag } from './command.ts';

export function required<T>(value: string, expects: string, schema: z.ZodType<T>): Flag<T> {
  return { value, expects, required: true, schema };
}

export function optional<T>(
  value: string,
  expects: string,
  schema: z.ZodType<T>,
): Flag<T | undefined> {
  return { value, expects, required: false, schema: schema.optional() };
}

/** An option without a value. */
export const toggle = (means: string): Flag<boolean> => ({
  value: '',
  expects: means,
  required: false,
  schema: z
    .string()
    .optional()
    .transform((text) => text !== undefined),
});

const id = z.string().min(1).max(100);

export const requiredId = (value: string, expects: string): Flag<string> => ({
  ...required(value, expects, id),
  isId: true,
});

export const optionalId = (value: string, expects: string): Flag<string | undefined> => ({
  ...optional(value, expects, id),
  isId: true,
});

export const teamFlag = requiredId('ID', 'the id of a team (team create prints it)');

export const text = z.string().min(1);

const path = z.string().min(1).max(4096);
export const newFile = required('FILE', 'the path of a file that does not exist yet', path);
export const existingFile = required('FILE', 'the path of a file', path);

export const onOff = z.enum(['on', 'off']).transform((text) => text === 'on');

export const time = dateTimeInput.transform((text) => new Date(text));

export function json<T>(schema: z.ZodType<T>) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}
