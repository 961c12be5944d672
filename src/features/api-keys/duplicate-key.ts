import type { PrismaCall } from '../../operation/call.ts';
import { requirePlainName } from '../../shared/plain-name.ts';
import type { DuplicateKey, NewKey } from './api-keys.schema.ts';
import { createWith } from './create-key.ts';
import { copiedSettings, findKey } from './find-key.ts';
import { requireFuture } from './rules/require-future.ts';

/**
 * Makes a key with the settings of another key, except those that are given. The scopes of a key
 * never change (spec, Authentication 3), so this is the way to other scopes. The other key does not
 * change. It may have ended.
 */
export async function duplicateKey(call: PrismaCall, input: DuplicateKey): Promise<NewKey> {
  const key = await findKey(call, input.key_id);
  const { name, scopes, ip_ranges, expires_at } = copiedSettings(key);
  requirePlainName(input.name, name);
  if (input.expires_at === undefined) requireFuture(expires_at, call.now, 'copied_expiry_passed');
  return createWith(
    call,
    {
      name: input.name ?? name,
      scopes: input.scopes ?? scopes,
      ip_ranges: input.ip_ranges ?? ip_ranges,
      expires_at: input.expires_at === undefined ? expires_at : input.expires_at,
    },
    { duplicate_of: input.key_id },
  );
}
