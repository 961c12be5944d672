import type { Exchange } from '../exchange.ts';
import { isKnown, type Line } from './line.ts';

const WINDOW_MS = 60_000;
/** Lines a minute of requests that admission refuses, for each key. */
const MAX_REFUSED = 120;
/** About 1 MB. Refused requests with further keys have no line in this minute. */
const MAX_KEYS = 10_000;

/**
 * Bounds the lines of requests that no rate limit bounds: those that a limit refuses, and those with a
 * key that is not valid. A client in a loop would fill the log with one line, and a stranger who knows
 * a prefix could fill it for others.
 */
export class Flood {
  #lines = new Map<string, number>();
  #endsAt = 0;

  isOver(admission: Exchange['admission'], line: Line): boolean {
    if (typeof admission === 'object' && admission.verdict === 'admitted') return false;
    const now = performance.now();
    if (now >= this.#endsAt) {
      this.#lines = new Map();
      this.#endsAt = now + WINDOW_MS;
    }
    const key = isKnown(line) ? line.keyId : line.given.prefix;
    const lines = (this.#lines.get(key) ?? 0) + 1;
    if (lines === 1 && this.#lines.size >= MAX_KEYS) return true;
    this.#lines.set(key, lines);
    return lines > MAX_REFUSED;
  }
}
