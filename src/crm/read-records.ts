import type { z } from 'zod';
import type { SetAside } from './connector.ts';
import type { CrmJson } from './http/crm-json.ts';
import { fieldOf } from './read-shape.ts';

export type ReadRecords<Item> = { items: Item[]; setAside: SetAside[] };

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
