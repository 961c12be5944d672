import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;
/** 32 bytes in base64url. */
export const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** A secret that its holder shows to be let in: of a session, a link or a device. */
export function newToken(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** What is stored. A fast hash is enough, because the token is 256 random bits. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}
