import { rateSubject, widerNetworks } from '../../auth/ip-range.ts';
import type { Exchange } from '../exchange.ts';
import { isOfTeam, type Line } from './line.ts';

const WINDOW_MS = 60_000;
/** How many refused requests of each key in a minute get a line. */
const MAX_REFUSED = 120;
/** The most keys with refused requests in a minute that get lines, about 1 MB. Further keys get none. */
const MAX_KEYS = 10_000;
/**
 * How many prefixes one network may give in a minute. Prefixes may be invented: without this bound, one
 * client could take the places of all other keys. When many networks together have taken all places, each
 * keeps half of its own.
 */
const MAX_PREFIXES_OF_NETWORK = 100;

/**
 * Limits the lines of requests that no rate limit bounds: requests that a limit refuses, and requests with a
 * key that is not valid. Otherwise a client in a loop would fill the log with one line, and a stranger who
 * knows a prefix could fill the log of its team.
 */
export class Flood {
  #byKey = new Map<string, number>();
  #byPrefix = new Map<string, number>();
  /** The prefixes that each network has given. */
  #networks = new Map<string, string[]>();
  /** How many places each wider network has taken, so that no network takes the places of all others. */
  #wider = new Map<string, number>();
  #mostOfNetwork = MAX_PREFIXES_OF_NETWORK;
  #endsAt = 0;

  isOver(admission: Exchange['admission'], line: Line): boolean {
    if (typeof admission === 'object' && admission.verdict === 'admitted') return false;
    const now = performance.now();
    if (now >= this.#endsAt) {
      this.#byKey = new Map();
      this.#byPrefix = new Map();
      this.#networks = new Map();
      this.#wider = new Map();
      this.#mostOfNetwork = MAX_PREFIXES_OF_NETWORK;
      this.#endsAt = now + WINDOW_MS;
    }
    if (isOfTeam(line)) return isFull(this.#byKey, line.keyId);
    const { prefix } = line.presented;
    if (!this.#byPrefix.has(prefix) && !this.#takesPlace(prefix, line.ip)) return true;
    return isFull(this.#byPrefix, prefix);
  }

  #takesPlace(prefix: string, ip: string | null): boolean {
    const network = ip === null ? '' : rateSubject(ip);
    const prefixes = this.#networks.get(network) ?? [];
    while (this.#byPrefix.size >= MAX_KEYS && this.#mostOfNetwork > 1) this.#halve();
    if (this.#byPrefix.size >= MAX_KEYS || prefixes.length >= this.#mostOfNetwork) return false;
    const wider = ip === null ? [] : widerNetworks(ip);
    const taken = (subject: string) => this.#wider.get(subject) ?? 0;
    if (wider.some(({ subject, times }) => taken(subject) >= this.#mostOfNetwork * times)) {
      return false;
    }
    for (const { subject } of wider) this.#wider.set(subject, taken(subject) + 1);
    prefixes.push(prefix);
    this.#networks.set(network, prefixes);
    return true;
  }

  /** Takes their latest places from the networks with the most places. */
  #halve(): void {
    this.#mostOfNetwork = Math.floor(this.#mostOfNetwork / 2);
    for (const prefixes of this.#networks.values()) {
      for (const prefix of prefixes.splice(this.#mostOfNetwork)) this.#byPrefix.delete(prefix);
    }
  }
}

function isFull(counted: Map<string, number>, key: string): boolean {
  const lines = (counted.get(key) ?? 0) + 1;
  if (lines === 1 && counted.size >= MAX_KEYS) return true;
  counted.set(key, lines);
  return lines > MAX_REFUSED;
}
