import type { KeyObject } from 'node:crypto';
import { seal, unseal } from '../shared/seal.ts';
import type { Access } from './connector.ts';

/** Whose credentials they are. They open in no other row. */
export type AccessOf = { tenantId: string; id: string; provider: string };

export function accessContextOf({ tenantId, id, provider }: AccessOf): string {
  return `${tenantId}|${id}|${provider}`;
}

/** `key` is the key of the purpose `crm`. */
export function sealAccess(key: KeyObject, of: AccessOf, access: Access): Buffer {
  return seal(key, JSON.stringify(access), accessContextOf(of));
}

export function openAccess(key: KeyObject, of: AccessOf, sealed: Buffer): Access {
  return JSON.parse(unseal(key, sealed, accessContextOf(of))) as Access;
}
