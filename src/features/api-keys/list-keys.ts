import { readPage } from '../../db/pages/page.ts';
import type { PrismaCall, RequestCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { MOST_COUNTED } from '../../shared/load/most-counted.ts';
import type { KeyPage, ListedKey, ListKeys } from './api-keys.schema.ts';
import { describeKeys } from './describe-keys.ts';
import { findKey } from './find-key.ts';
import { keyState, stateIn, statesOf } from './key-state.ts';

/** One page of the team's keys, newest first, without their secrets. */
export async function listKeys(
  call: PrismaCall & RequestCall,
  { show, limit, cursor }: ListKeys,
): Promise<KeyPage> {
  const { db, now, cursorKey } = call;
  const page = await readPage<{ id: string }>(
    db,
    { route: 'apiKeys.list', limit, cursor, cursorKey, filters: { show } },
    {
      shape: 'k.id',
      from: 'api_key k',
      where: ['k.tenant_id = $1', `${stateIn('k', '$2')} = any ($3::text[])`],
      params: [now, statesOf(show)],
      at: 'k.created_at',
      id: 'k.id',
    },
  );
  const { data, next_cursor } = page.toJSON();
  const keys = await readKeys(call, { id: { in: data.map(({ id }) => id) } });
  const counts = cursor === undefined ? await countStates(call) : null;
  return { data: await describeKeys(call, keys), next_cursor, counts };
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
  return describeKeys(call, await readKeys(call, {}));
}

function readKeys({ db, prisma }: PrismaCall, where: { id?: { in: string[] } }) {
  return prisma.apiKey.findMany({
    where: { tenant_id: db.tenantId, ...where },
    omit: { hash: true },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  });
}

export async function getKey(call: PrismaCall, keyId: string): Promise<ListedKey> {
  const [key] = await describeKeys(call, [await findKey(call, keyId)]);
  if (!key) throw new ApiError('not_found');
  return key;
}
