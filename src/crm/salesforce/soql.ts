import { z } from 'zod';
import type { CrmApi, CrmResponse } from '../crm-api.ts';
import { CrmFailure } from '../crm-failure.ts';
import type { CrmJson } from '../http/crm-json.ts';
import { readShape, recordList } from '../read-shape.ts';

/** Winter '27, the newest documented version. Salesforce keeps a version for years. */
const VERSION = 'v68.0';
export const DATA = `/services/data/${VERSION}`;

const queryAnswer = z.object({
  totalSize: z.coerce.number().int().min(0),
  done: z.boolean(),
  records: recordList,
});

export type Rows = { rows: CrmJson[]; total: number; isDone: boolean };

/**
 * `queryAll` also reads deleted records and archived activities. An answer may have fewer records than asked for, and
 * then names a locator for the others. The locator is ignored, because it lives two days only and pages go by id.
 */
export async function query(
  api: CrmApi,
  soql: string,
  resource: 'query' | 'queryAll' = 'queryAll',
): Promise<Rows> {
  const { body } = await api.send({ path: `${DATA}/${resource}`, query: { q: soql } });
  return readRows(body);
}

/** Null if the organization does not have the object, or these credentials may not see it. */
export async function queryIfThere(
  api: CrmApi,
  soql: string,
  resource: 'query' | 'queryAll' = 'queryAll',
): Promise<Rows | null> {
  try {
    return await query(api, soql, resource);
  } catch (error) {
    if (error instanceof CrmFailure && hiddenCodes.has(error.facts.code ?? '')) return null;
    throw error;
  }
}

export function readRows(body: CrmJson): Rows {
  const { records, totalSize, done } = readShape(queryAnswer, body);
  return { rows: records as CrmJson[], total: totalSize, isDone: done };
}

/** The codes of an object, or a field, that does not exist for these credentials. */
export const hiddenCodes = new Set(['INVALID_TYPE', 'INVALID_FIELD']);

const errors = z.array(z.object({ errorCode: z.string().regex(/^[A-Z_]{1,80}$/) })).min(1);

/** The code of an error in Salesforce's words, such as `REQUEST_LIMIT_EXCEEDED`. */
export function errorCode({ body }: CrmResponse): string | null {
  const parsed = errors.safeParse(body);
  return parsed.success ? (parsed.data[0]?.errorCode ?? null) : null;
}

/** A time in SOQL. Salesforce keeps whole seconds, so both ends of a window lose their milliseconds. */
export function timeLiteral(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** An id in SOQL. */
export function idLiteral(id: string): string {
  return `'${pathId(id)}'`;
}

/** An id in a path. Throws if the text is no id, so that nothing else gets into a path or a query. */
export function pathId(id: string): string {
  if (!/^[a-zA-Z0-9]{18}$/.test(id)) throw new CrmFailure('internal', { code: 'no_record_id' });
  return id;
}

/** Whether this is the name of a field, or of a field of the account. Nothing else gets into a query. */
export function isFieldName(name: string): boolean {
  return /^(Account\.)?[A-Za-z][A-Za-z0-9_]{0,79}$/.test(name);
}

const CHECK = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/**
 * The long form of an id. In this form no two ids differ by case alone: its last three characters say which of the
 * others are capitals. Null if the text is no id.
 */
export function longId(id: string): string | null {
  if (!/^[a-zA-Z0-9]{15}([a-zA-Z0-9]{3})?$/.test(id)) return null;
  if (id.length === 18) return id;
  const checksum = [0, 5, 10].map((from) => {
    const bits = [...id.slice(from, from + 5)].map((char, index) =>
      /[A-Z]/.test(char) ? 1 << index : 0,
    );
    return CHECK[bits.reduce((sum, bit) => sum + bit, 0)] ?? '';
  });
  return id + checksum.join('');
}

export const salesforceId = z.string().transform((text, context) => {
  const id = longId(text);
  if (id !== null) return id;
  context.addIssue('no id');
  return z.NEVER;
});
