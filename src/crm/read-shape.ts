import { z } from 'zod';
import type { SetAside } from './connector.ts';
import { CrmFailure } from './crm-failure.ts';
import { cutText } from './crm-fields.ts';
import type { CrmJson } from './http/crm-json.ts';

/** No provider sends more in one answer. To read a million unreadable ones would take ten seconds. */
const MOST_RECORDS = 10_000;

/** The records of an answer. Each is read by itself. */
export const recordList = z.array(z.unknown()).max(MOST_RECORDS);

/** Reads an answer in the shape that the connector relies on. The failure names the first field that differs. */
export function readShape<T>(schema: z.ZodType<T>, body: CrmJson): T {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new CrmFailure('contract', { field: fieldOf(read.error) });
}

/** The path of the first unreadable field, such as `properties.amount`. It never contains a value. */
export function fieldOf({ issues }: z.ZodError): string {
  return cutText(issues[0]?.path.map(String).join('.') ?? '', 200) || '(all)';
}

type ReadRecords<Item> = { items: Item[]; setAside: SetAside[] };

/** Reads each record of a page. An unreadable one is set aside, by its id and field, and does not stop the others. */
export function readRecords<Item>(
  records: readonly CrmJson[],
  schema: z.ZodType<Item>,
  idField: string,
): ReadRecords<Item> {
  const read: ReadRecords<Item> = { items: [], setAside: [] };
  for (const record of records) {
    const parsed = schema.safeParse(record);
    if (parsed.success) read.items.push(parsed.data);
    else read.setAside.push({ externalId: idOf(record, idField), field: fieldOf(parsed.error) });
  }
  return read;
}

function idOf(record: CrmJson, idField: string): string | null {
  if (record === null || typeof record !== 'object' || Array.isArray(record)) return null;
  const id = record[idField];
  return typeof id === 'string' && /^[\w-]{1,100}$/.test(id) ? id : null;
}
