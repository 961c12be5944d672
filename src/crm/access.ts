import type { KeyObject } from 'node:crypto';
import { seal, unseal } from '../shared/secrets/seal.ts';
import type { Access, CrmConnector } from './connector.ts';

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

/** A page shows the last four characters. They would give away half of a shorter secret. */
const LEAST_HINTED = 12;

/**
 * The last characters of the secret that a person has entered, so that the person recognizes it. OAuth tokens have no
 * hint: nobody has seen them, and they are renewed.
 */
export function hintOf({ secret: field }: Pick<CrmConnector, 'secret'>, access: Access): string {
  if (access.kind === 'oauth') return '';
  const secret = access.entered[field] ?? '';
  return secret.length < LEAST_HINTED ? '' : secret.slice(-4);
}
