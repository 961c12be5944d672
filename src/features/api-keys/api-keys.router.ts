import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { parseIpRange } from '../../auth/ip-range.ts';
import { router, teamProcedure } from '../../operation/procedure.ts';
import {
  type CallersAddress,
  callersAddress,
  createKeyInput,
  duplicateKeyInput,
  endedKey,
  keyIdInput,
  keyPage,
  listedKey,
  listKeysInput,
  newKeyAnswer,
  renamedKey,
  renameKeyInput,
  revokedKey,
  rotatedKey,
  rotateKeyInput,
} from './api-keys.schema.ts';
import { createKey, createKeyForDocs, duplicateKey } from './create-key.ts';
import { getKey, listKeys } from './list-keys.ts';
import { renameKey } from './rename-key.ts';
import { revokeKey } from './revoke-key.ts';
import { endGrace, rotateKey } from './rotate-key.ts';

const shown = { section: 'API keys', personal: 'api_key' } as const;

export const apiKeysRouter = router({
  list: teamProcedure('see_api_keys', { name: 'apiKeys.list', ...shown })
    .input(listKeysInput)
    .output(keyPage)
    .query(({ ctx, input }) => listKeys(ctx, input)),

  get: teamProcedure('see_api_keys', { name: 'apiKeys.get', ...shown })
    .input(keyIdInput)
    .output(listedKey)
    .query(({ ctx, input }) => getKey(ctx, input.key_id)),

  callerAddress: teamProcedure('see_api_keys')
    .input(z.strictObject({}))
    .output(callersAddress)
    .query(({ ctx }) => getCallerAddress(ctx.ip)),

  create: teamProcedure('make_api_keys')
    .input(createKeyInput)
    .output(newKeyAnswer)
    .mutation(({ ctx, input }) => createKey(ctx, input)),

  createForDocs: teamProcedure('make_api_keys')
    .input(z.strictObject({}))
    .output(newKeyAnswer)
    .mutation(({ ctx }) => createKeyForDocs(ctx)),

  duplicate: teamProcedure('make_api_keys')
    .input(duplicateKeyInput)
    .output(newKeyAnswer)
    .mutation(({ ctx, input }) => duplicateKey(ctx, input)),

  rotate: teamProcedure('make_api_keys')
    .input(rotateKeyInput)
    .output(rotatedKey)
    .mutation(({ ctx, input }) => rotateKey(ctx, input)),

  rename: teamProcedure('change_api_keys')
    .input(renameKeyInput)
    .output(renamedKey)
    .mutation(({ ctx, input }) => renameKey(ctx, input)),

  endGrace: teamProcedure('end_api_keys')
    .input(keyIdInput)
    .output(endedKey)
    .mutation(({ ctx, input }) => endGrace(ctx, input.key_id)),

  revoke: teamProcedure('end_api_keys')
    .input(keyIdInput)
    .output(revokedKey)
    .mutation(({ ctx, input }) => revokeKey(ctx, input.key_id)),
});

/** The bits of an IPv6 address that stay the same while a computer changes the rest every day. */
const STEADY_BITS = 64;

/**
 * The entry that the address list of a key would need, so that the person who asks could use the key from the
 * present address.
 */
export function getCallerAddress(ip: string | null): CallersAddress {
  if (ip === null) return { ip, range: null };
  return { ip, range: parseIpRange(isIPv6(ip) ? `${ip}/${STEADY_BITS}` : ip) };
}
