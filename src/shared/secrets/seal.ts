import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const algorithm = 'aes-256-gcm';

/** The key that encrypts. While a key is being replaced, also the former key, for decryption alone. */
export type EncryptionKey = readonly [Buffer, Buffer?];

/** The former key for the same purpose. */
const formerOf = new WeakMap<KeyObject, KeyObject>();

/**
 * Makes a key for one purpose from `ENCRYPTION_KEY`. The key is an object, because preparing it from bytes at
 * each use costs several times the use itself. It also decrypts and verifies texts that the former key has
 * encrypted or signed.
 */
export function deriveKey(encryptionKey: Buffer | EncryptionKey, purpose: string): KeyObject {
  if (Buffer.isBuffer(encryptionKey)) return derive(encryptionKey, purpose);
  const [newest, former] = encryptionKey;
  const key = derive(newest, purpose);
  if (former) formerOf.set(key, derive(former, purpose));
  return key;
}

function derive(encryptionKey: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', encryptionKey, '', purpose, 32)));
}

/** Both keys of a purpose. The first one encrypts. */
export function keysOf(key: KeyObject): KeyObject[] {
  const former = formerOf.get(key);
  return former ? [key, former] : [key];
}

/** Encrypts a text for one context, such as one row. In another context it cannot be decrypted. */
export function seal(key: KeyObject, text: string, context: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts a text. Throws if neither key has encrypted it for this context. */
export function unseal(key: KeyObject, sealed: Buffer, context: string): string {
  const former = formerOf.get(key);
  if (!former) return open(key, sealed, context);
  try {
    return open(key, sealed, context);
  } catch {
    return open(former, sealed, context);
  }
}

/** Encrypts the same text with the newest key. If this is not possible or not needed, returns the reason. */
export function reseal(
  key: KeyObject,
  sealed: Buffer,
  context: string,
): Buffer | 'current' | 'unreadable' {
  try {
    open(key, sealed, context);
    return 'current';
  } catch {
    // Otherwise the former key has encrypted the text.
  }
  try {
    return seal(key, unseal(key, sealed, context), context);
  } catch {
    return 'unreadable';
  }
}

function open(key: KeyObject, sealed: Buffer, context: string): string {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, 12))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(12, 28));
  return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}
