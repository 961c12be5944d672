import type { KeyObject } from 'node:crypto';
import { seal, unseal } from '../shared/seal.ts';
import type { Access } from './connector.ts';

/** The connection whose credentials are sealed. Sealed credentials open for no other connection. */
export type AccessOwner = { tenantId: string; id: string; provider: string };

export function accessContextOf({ tenantId, id, provider }: AccessOwner): string {
  return `${tenantId}|${id}|${provider}`;
}

/** `key` is the key of the purpose `crm`. */
export function sealAccess(key: KeyObject, owner: AccessOwner, access: Access): Buffer {
  return seal(key, JSON.stringify(access), accessContextOf(owner));
}

export function openAccess(key: KeyObject, owner: AccessOwner, sealed: Buffer): Access {
  return JSON.parse(unseal(key, sealed, accessContextOf(owner))) as Access;
}
