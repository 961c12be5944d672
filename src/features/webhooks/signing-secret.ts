import type { KeyObject } from 'node:crypto';
import { randomBase62 } from '../../shared/secrets/base62.ts';
import { seal, unseal } from '../../shared/secrets/seal.ts';

const PREFIX = 'whsec_';
/**
 * 43 random characters are more than 256 bits (62^43 > 2^256). With a 44th, libraries of Standard Webhooks
 * can decode the text as Base64 of whole bytes.
 */
const RANDOM_LENGTH = 44;

/**
 * The endpoint to which a secret belongs. A secret that was encrypted for one endpoint cannot be
 * decrypted for another.
 */
type Owner = { tenantId: string; endpointId: string };

export function newSecret(): string {
  return PREFIX + randomBase62(RANDOM_LENGTH);
}

/** Encrypts a secret for the database (D163). */
export function sealSecret(key: KeyObject, secret: string, owner: Owner): Buffer {
  return seal(key, secret, secretContextOf(owner));
}

export function openSecret(key: KeyObject, sealed: Buffer, owner: Owner): string {
  return unseal(key, sealed, secretContextOf(owner));
}

/** The context to which an encrypted secret is bound. */
export function secretContextOf({ tenantId, endpointId }: Owner): string {
  return `webhook-secret\n${tenantId}\n${endpointId}`;
}
