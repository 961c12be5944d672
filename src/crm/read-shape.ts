import type { z } from 'zod';
import { CrmFailure } from './crm-failure.ts';
import type { CrmJson } from './http/crm-json.ts';

/** Reads an answer in the shape that the connector relies on. The failure names the first field that differs. */
export function readShape<T>(schema: z.ZodType<T>, body: CrmJson): T {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new CrmFailure('contract', { field: fieldOf(read.error) });
}

/** The path of the first unreadable field, such as `properties.amount`. It never contains a value. */
export function fieldOf({ issues }: z.ZodError): string {
  return issues[0]?.path.map(String).join('.').slice(0, 200) || '(all)';
}
