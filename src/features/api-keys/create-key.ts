import type { Scope } from '../../auth/scopes.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { requirePlainName } from '../../shared/plain-name.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { writeNewKeyMails } from '../mail/write-new-key-mails.ts';
import type { NewKey } from './api-keys.schema.ts';
import { insertKey, type KeySettings } from './insert-key.ts';
import { keyCreator } from './key-creator.ts';
import { refuseTooManyKeys } from './rules/refuse-too-many-keys.ts';
import { requireFuture } from './rules/require-future.ts';
import { requireRoomForKey } from './rules/require-room-for-key.ts';

export type CreateKey = {
  name: string;
  scopes: Scope[];
  ip_ranges?: string[] | undefined;
  expires_at?: Date | null | undefined;
  /** The creator, if the operator names one. */
  created_by?: string | undefined;
};

export async function createKey(call: PrismaCall, input: CreateKey): Promise<NewKey> {
  const { name, scopes, ip_ranges = [], expires_at = null, created_by } = input;
  requirePlainName(name);
  return createWith(call, { name, scopes, ip_ranges, expires_at }, { created_by });
}

type Origin = { created_by?: string | undefined; duplicate_of?: string };

/** Makes a key with settings that a person has chosen, or that are copied from another key. */
export async function createWith(
  call: PrismaCall,
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
