import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { ListedKey } from './api-keys.schema.ts';
import { describeKeys } from './describe-keys.ts';
import { findKey } from './find-key.ts';

export async function getKey(call: PrismaCall, keyId: string): Promise<ListedKey> {
  const [key] = await describeKeys(call, [await findKey(call, keyId)]);
  if (!key) throw new ApiError('not_found');
  return key;
}
