import { z } from 'zod';

const MAX_BYTES = 64 * 1024;
const MAX_DEPTH = 20;
const MAX_KEYS = 200;

/** An object whose keys the client chooses, such as `fields` and `external_ref` (D34). */
export const freeFormObject = z
  .record(z.string(), z.unknown())
  .superRefine((value, context) => {
    const fault = faultOf(value);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  })
  .meta({
    description: `Free-form object. At most ${MAX_BYTES / 1024} KiB as compact JSON, at most ${MAX_DEPTH} levels deep (the object itself is the first), at most ${MAX_KEYS} keys in total over all levels. Send an id of more than 15 digits as a string: an integer that would not come back exactly is refused.`,
  });

function faultOf(value: Record<string, unknown>): string | null {
  if (isDeeperThan(value, MAX_DEPTH)) return `At most ${MAX_DEPTH} levels deep.`;
  if (countKeys(value) > MAX_KEYS) return `At most ${MAX_KEYS} keys in total over all levels.`;
  const bytes = Buffer.byteLength(JSON.stringify(value));
  return bytes > MAX_BYTES ? `At most ${MAX_BYTES} bytes as compact JSON.` : null;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, item) => sum + countKeys(item), own);
}
