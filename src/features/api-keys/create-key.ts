import { type Scope, scopes } from '../../auth/scopes.ts';
import { requirePlainName } from '../../shared/schema/plain-name.ts';
import { DOCS_KEY_MS } from '../../shared/time/durations.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type KeyCall, writeNewKeyMails } from '../mail/write-new-key-mails.ts';
import { requireSandbox } from '../sandboxes/require-sandbox.ts';
import type { DuplicateKey, NewKey } from './api-keys.schema.ts';
import { copiedSettings, findKey } from './find-key.ts';
import { insertKey, type KeySettings } from './insert-key.ts';
import { keyCreator } from './key-creator.ts';
import { requireFuture } from './rules/require-future.ts';
import { refuseTooManyKeys, requireRoomForKey } from './rules/require-room-for-key.ts';

export type CreateKey = {
  name: string;
  scopes: Scope[];
  ip_ranges?: string[] | undefined;
  expires_at?: Date | null | undefined;
  /** The creator, if the operator names one. */
  created_by?: string | undefined;
};

export async function createKey(call: KeyCall, input: CreateKey): Promise<NewKey> {
  const { name, scopes, ip_ranges = [], expires_at = null, created_by } = input;
  requirePlainName(name);
  return createWith(call, { name, scopes, ip_ranges, expires_at }, { created_by });
}

/**
 * A key with all scopes, of a sandbox, with which the documentation sends its samples for an hour. The server refuses
 * it elsewhere, because the session may have changed its team in another tab.
 */
export async function createKeyForDocs(call: KeyCall): Promise<NewKey> {
  await requireSandbox(call);
  const expires_at = new Date(call.now.getTime() + DOCS_KEY_MS);
  return createKey(call, { name: 'Documentation', scopes: [...scopes], expires_at });
}

type Origin = { created_by?: string | undefined; duplicate_of?: string };

/** Makes a key with settings that a person has chosen, or that are copied from another key. */
async function createWith(
  call: KeyCall,
  settings: KeySettings,
  { created_by: named, duplicate_of }: Origin,
): Promise<NewKey> {
  requireFuture(settings.expires_at, call.now);
  const created_by = await keyCreator(call, named);
  await refuseTooManyKeys(call, created_by);
  await requireRoomForKey(call);
  const made = await insertKey(call, { ...settings, created_by });
  await recordAudit(call, {
    action: 'api_key.created',
    targetId: made.key_id,
    changes: { ...settings, created_by, duplicate_of },
  });
  await writeNewKeyMails(call, made.key_id);
  return made;
}

/**
 * Makes a key with the settings of another key, except those that are given. The scopes of a key
 * never change (spec, Authentication 3), so this is the way to other scopes. The other key does not
 * change. It may have ended.
 */
export async function duplicateKey(call: KeyCall, input: DuplicateKey): Promise<NewKey> {
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
