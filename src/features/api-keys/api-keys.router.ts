import { z } from 'zod';
import { router, teamProcedure } from '../../operation/procedure.ts';
import {
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
import { callerAddress } from './caller-address.ts';
import { createKey } from './create-key.ts';
import { duplicateKey } from './duplicate-key.ts';
import { endGrace } from './end-grace.ts';
import { getKey } from './get-key.ts';
import { listKeys } from './list-keys.ts';
import { renameKey } from './rename-key.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateKey } from './rotate-key.ts';

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
    .query(({ ctx }) => callerAddress(ctx.ip)),

  create: teamProcedure('make_api_keys')
    .input(createKeyInput)
    .output(newKeyAnswer)
    .mutation(({ ctx, input }) => createKey(ctx, input)),

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
