import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** HMAC-SHA256 in hex. The browser's own exists only on HTTPS and localhost. This one works on every page. */
export function hmacHex(secret: string, message: Uint8Array): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(secret), message));
}

/** The bytes that are signed: the time, a dot, and the body byte for byte. */
export function signedBytes(time: string, body: Uint8Array): Uint8Array {
  const start = utf8ToBytes(`${time}.`);
  const all = new Uint8Array(start.length + body.length);
  all.set(start);
  all.set(body, start.length);
  return all;
}
