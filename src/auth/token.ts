import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;
/** 32 bytes in base64url. */
export const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** A secret that proves a session, a link or a device. */
export function newToken(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** The stored hash. A fast hash is enough, because the token is 256 random bits. */
export function hashToken(token: string): Buffer<ArrayBuffer> {
  return Buffer.from(createHash('sha256').update(token, 'utf8').digest());
}
