import type { KeyObject } from 'node:crypto';
import { randomBase62 } from '../../shared/base62.ts';
import { seal, unseal } from '../../shared/seal.ts';

const BRAND = 'whsec_';
const RANDOM_LENGTH = 43; // 62^43 > 2^256

/** Whose secret it is: sealed for one endpoint it does not open for another. */
type Owner = { tenantId: string; endpointId: string };

export function newSecret(): string {
  return BRAND + randomBase62(RANDOM_LENGTH);
}

/** How a secret is kept (D163). */
export function sealSecret(key: KeyObject, secret: string, owner: Owner): Buffer {
  return seal(key, secret, placeOf(owner));
}

export function openSecret(key: KeyObject, sealed: Buffer, owner: Owner): string {
  return unseal(key, sealed, placeOf(owner));
}

function placeOf({ tenantId, endpointId }: Owner): string {
  return `webhook-secret\n${tenantId}\n${endpointId}`;
}
