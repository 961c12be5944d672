import { newestFirst } from '../../db/prisma/newest-first.ts';
import type { PrismaCall, RequestCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { MOST_COUNTED } from '../../shared/load/most-counted.ts';
import type { KeyPage, ListedKey, ListKeys } from './api-keys.schema.ts';
import { describeKeys } from './describe-keys.ts';
import { findKey } from './find-key.ts';
import { keyState, shownKeys } from './key-state.ts';

/** One page of the team's keys, newest first, without their secrets. */
export async function listKeys(
  call: PrismaCall & RequestCall,
  { show, limit, cursor }: ListKeys,
): Promise<KeyPage> {
  const { db, prisma, now, cursorKey } = call;
  const tenant_id = db.tenantId;
  const place = { route: 'apiKeys.list', tenant: tenant_id, filters: { show } };
  const request = { place, limit, cursor, cursorKey, at: 'created_at' } as const;
  const { rows, next_cursor } = await newestFirst(request, (page) =>
    prisma.apiKey.findMany({
      where: { tenant_id, AND: [shownKeys(show, now), page.where] },
      omit: { hash: true },
      ...page.part,
    }),
  );
  const counts = cursor === undefined ? await countStates(call) : null;
  return { data: await describeKeys(call, rows), next_cursor, counts };
}

/** How many keys are in each state. Null if there are too many to count. */
async function countStates({ db, prisma, now }: PrismaCall): Promise<KeyPage['counts']> {
  const keys = await prisma.apiKey.findMany({
    where: { tenant_id: db.tenantId },
    select: { revoked_at: true, expires_at: true, rotated_at: true },
    take: MOST_COUNTED + 1,
  });
  if (keys.length > MOST_COUNTED) return null;
  const counts = { all: keys.length, active: 0, expiring: 0, in_grace: 0, expired: 0, revoked: 0 };
  for (const key of keys) counts[keyState(key, now)] += 1;
  return counts;
}

/** All keys of the team, newest first, without their secrets. The operator reads them on one page. */
export async function listAllKeys(call: PrismaCall): Promise<ListedKey[]> {
  const { db, prisma } = call;
  const keys = await prisma.apiKey.findMany({
    where: { tenant_id: db.tenantId },
    omit: { hash: true },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  });
  return describeKeys(call, keys);
}

export async function getKey(call: PrismaCall, keyId: string): Promise<ListedKey> {
  const [key] = await describeKeys(call, [await findKey(call, keyId)]);
  if (!key) throw new ApiError('not_found');
  return key;
}
