import { crc32 } from 'node:zlib';
import { newKey } from '../../src/auth/key-format.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A well-formed key that does not exist. */
export function unknownKey(): string {
  return newKey().key;
}

/** The prefix of a real key with another secret and a correct checksum (D37). */
export function wrongKey(prefix: string): string {
  const body = `svck_live_${prefix}_${newKey().key.slice(21, 64)}`;
  let rest = crc32(body);
  let digits = '';
  for (let i = 0; i < 6; i++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return body + digits;
}
