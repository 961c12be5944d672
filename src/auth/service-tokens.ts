import { timingSafeEqual } from 'node:crypto';
import type { BlockList } from 'node:net';
import { bearerToken } from './bearer.ts';
import { contains } from './ip-range.ts';
import { hashToken } from './token.ts';

type Sent = { authorization: readonly string[] | undefined; ip: string | null };

/**
 * The tokens with which the product's own backend calls `/trpc`. There are two tokens while the
 * operator replaces one.
 */
export class ServiceTokens {
  readonly #hashes: readonly Buffer[];
  readonly #networks: BlockList | undefined;

  /** Without networks, the tokens are valid from every address. */
  constructor(tokens: readonly string[], networks: BlockList | undefined) {
    this.#hashes = tokens.map(hashToken);
    this.#networks = networks;
  }

  /** Compares with each hash in constant time, so that the time reveals nothing about a token. */
  admits({ authorization = [], ip }: Sent): boolean {
    const [header, ...more] = authorization;
    const given = hashToken(bearerToken(header) ?? '');
    const matching = this.#hashes.filter((hash) => timingSafeEqual(hash, given));
    return matching.length > 0 && more.length === 0 && this.#isNear(ip);
  }

  #isNear(ip: string | null): boolean {
    return this.#networks === undefined || (ip !== null && contains(this.#networks, ip));
  }
}
