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
 * Makes a key for one purpose from `ENCRYPTION_KEY`. The key is an object, because preparing it from
 * bytes at each use costs several times the use itself.
 */
export function deriveKey(encryptionKey: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', encryptionKey, '', purpose, 32)));
}

/** Encrypts a text for one context, such as one row. It does not open in another context. */
export function seal(key: KeyObject, text: string, context: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

export function unseal(key: KeyObject, sealed: Buffer, context: string): string {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, 12))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(12, 28));
  return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}
