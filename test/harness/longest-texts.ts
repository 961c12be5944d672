import { createHash } from 'node:crypto';
import { z } from 'zod';
import { LONGEST_TEXT } from '../../src/crm/crm-fields.ts';
import { procedures } from './app-answers.ts';

type Described = {
  type?: string;
  maxLength?: number;
  maxItems?: number;
  items?: Described;
  anyOf?: Described[];
};

/**
 * The largest value that a field of an input takes, of the character that needs most bytes as JSON. Undefined if the
 * input has no such field.
 */
export function largest(procedure: string, field: string): unknown {
  const input = procedures.find(({ name }) => name === procedure)?.input;
  if (!(input instanceof z.ZodObject)) throw new Error(`${procedure} has no input of fields`);
  const schema = input.shape[field] as z.ZodType | undefined;
  if (schema === undefined) return;
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const found = largeValues(described as Described).find(
    (value) => schema.safeParse(value).success,
  );
  if (found === undefined) throw new Error(`${procedure} does not say how long ${field} may be`);
  return found;
}

function largeValues({ type, maxLength, maxItems, items, anyOf = [] }: Described): unknown[] {
  if (maxLength) return ['\u0001', '\u{1F600}', 'a'].map((letter) => letter.repeat(maxLength));
  if (maxItems && items) return largeValues(items).map((one) => Array(maxItems).fill(one));
  return type === 'object' ? [freeForm] : anyOf.flatMap(largeValues);
}

/** A text that PostgreSQL cannot compress. */
export const dense = (bytes: number) =>
  createHash('shake256', { outputLength: bytes }).update('text').digest('base64').slice(0, bytes);
/** The largest object that clients may send as `fields` and `external_ref`. */
export const freeForm = { a: dense(64 * 1024 - 8) };
export const crmText = '\u4e00'.repeat(LONGEST_TEXT);
export const crmWord = '\u4e00'.repeat(300);
export const name = (letters: number) => '\u{1F600}'.repeat(letters);

export const advice = '\u0001'.repeat(2000);
export const tip = {
  issue: advice,
  moment: advice,
  principle: advice,
  rewrite: advice,
  impact: advice,
};
export const field = { in: 'body', pointer: dense(200), code: 'unrecognized_key' };
export const entryIds = Array.from({ length: 2_000 }, (_, n) => `cat_${`${n}`.padStart(26, '0')}`);
