import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const algorithm = 'aes-256-gcm';

/**
 * One key for one purpose, from the installation's `ENCRYPTION_KEY`. An object, since preparing a
 * key from bytes for each use costs several times the use itself.
 */
export function deriveKey(encryptionKey: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', encryptionKey, '', purpose, 32)));
}

/** Encrypts for a place: what is sealed for one place does not open in another. */
export function seal(key: KeyObject, text: string, place: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

export function unseal(key: KeyObject, sealed: Buffer, place: string): string {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, 12))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(12, 28));
  return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}
