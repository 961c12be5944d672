import { rateSubject } from '../../auth/ip-range.ts';
import type { Exchange } from '../exchange.ts';
import { isKnown, type Line } from './line.ts';

const WINDOW_MS = 60_000;
/** Lines a minute of requests that admission refuses, for each key. */
const MAX_REFUSED = 120;
/** About 1 MB. Refused requests with further keys have no line in this minute. */
const MAX_KEYS = 10_000;
/** Prefixes that may be invented. Without this bound one client could take the place of all others. */
const MAX_GIVEN_OF_ADDRESS = 100;

/**
 * Bounds the lines of requests that no rate limit bounds: those that a limit refuses, and those with a
 * key that is not valid. A client in a loop would fill the log with one line, and a stranger who knows
 * a prefix could fill it for others.
 */
export class Flood {
  #known = new Map<string, number>();
  #given = new Map<string, number>();
  /** How many prefixes each address has given. */
  #addresses = new Map<string, number>();
  #endsAt = 0;

  isOver(admission: Exchange['admission'], line: Line): boolean {
    if (typeof admission === 'object' && admission.verdict === 'admitted') return false;
    const now = performance.now();
    if (now >= this.#endsAt) {
      this.#known = new Map();
      this.#given = new Map();
      this.#addresses = new Map();
      this.#endsAt = now + WINDOW_MS;
    }
    if (isKnown(line)) return isFull(this.#known, line.keyId);
    const { prefix } = line.given;
    if (!this.#given.has(prefix) && this.#hasGivenMany(line.ip)) return true;
    return isFull(this.#given, prefix);
  }

  #hasGivenMany(ip: string | null): boolean {
    if (this.#given.size >= MAX_KEYS) return true;
    const address = ip === null ? '' : rateSubject(ip);
    const given = this.#addresses.get(address) ?? 0;
    if (given >= MAX_GIVEN_OF_ADDRESS) return true;
    this.#addresses.set(address, given + 1);
    return false;
  }
}

function isFull(counted: Map<string, number>, key: string): boolean {
  const lines = (counted.get(key) ?? 0) + 1;
  if (lines === 1 && counted.size >= MAX_KEYS) return true;
  counted.set(key, lines);
  return lines > MAX_REFUSED;
}
