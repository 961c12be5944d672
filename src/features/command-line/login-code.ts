import { randomInt } from 'node:crypto';
import { hashToken } from '../../auth/token.ts';

/**
 * Digits and letters that nobody takes for another one, without vowels, so that no code is a word. Eight of
 * them make 55 thousand million codes.
 */
const LETTERS = '34679CDFGHJKMNPQRTVWXY';
const LENGTH = 8;
const written = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

/** A code as people read it: `XXXX-XXXX`. */
export function newLoginCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length)));
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

/** The hash of a code as somebody has typed it. Null if it cannot be a code. */
export function hashLoginCode(typed: string): Buffer<ArrayBuffer> | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  return written.test(code) ? hashToken(code) : null;
}
