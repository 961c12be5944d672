import { type RateNetwork, rateSubject, widerNetworks } from '../../auth/ip-range.ts';
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

type Place = { prefix: string; networks: RateNetwork[] };

/**
 * Limits the lines of requests that no rate limit bounds: requests that a limit refuses, and requests with a
 * key that is not valid. Otherwise a client in a loop would fill the log with one line, and a stranger who
 * knows a prefix could fill the log of its team.
 */
export class Flood {
  #byKey = new Map<string, number>();
  #byPrefix = new Map<string, number>();
  /** The places of the prefixes, in the order in which they were taken. */
  #places: Place[] = [];
  /** How many places each network has taken, the wider networks of an address too. */
  #taken = new Map<string, number>();
  #mostOfNetwork = MAX_PREFIXES_OF_NETWORK;
  #endsAt = 0;

  isOver(admission: Exchange['admission'], line: Line): boolean {
    if (typeof admission === 'object' && admission.verdict === 'admitted') return false;
    const now = performance.now();
    if (now >= this.#endsAt) {
      this.#byKey = new Map();
      this.#byPrefix = new Map();
      this.#places = [];
      this.#taken = new Map();
      this.#mostOfNetwork = MAX_PREFIXES_OF_NETWORK;
      this.#endsAt = now + WINDOW_MS;
    }
    if (isOfTeam(line)) return isFull(this.#byKey, line.keyId);
    const { prefix } = line.presented;
    if (!this.#byPrefix.has(prefix) && !this.#takesPlace(prefix, line.ip)) return true;
    return isFull(this.#byPrefix, prefix);
  }

  #takesPlace(prefix: string, ip: string | null): boolean {
    while (this.#byPrefix.size >= MAX_KEYS && this.#mostOfNetwork > 1) this.#halve();
    return this.#byPrefix.size < MAX_KEYS && this.#take({ prefix, networks: networksOf(ip) });
  }

  #take(place: Place): boolean {
    const taken = (subject: string) => this.#taken.get(subject) ?? 0;
    const { networks } = place;
    if (networks.some(({ subject, times }) => taken(subject) >= this.#mostOfNetwork * times)) {
      return false;
    }
    for (const { subject } of networks) this.#taken.set(subject, taken(subject) + 1);
    this.#places.push(place);
    return true;
  }

  /** Takes their latest places from the networks with the most places. */
  #halve(): void {
    this.#mostOfNetwork = Math.floor(this.#mostOfNetwork / 2);
    const places = this.#places;
    this.#places = [];
    this.#taken = new Map();
    for (const place of places) if (!this.#take(place)) this.#byPrefix.delete(place.prefix);
  }
}

function networksOf(ip: string | null): RateNetwork[] {
  if (ip === null) return [{ subject: '', times: 1 }];
  return [{ subject: rateSubject(ip), times: 1 }, ...widerNetworks(ip)];
}

function isFull(counted: Map<string, number>, key: string): boolean {
  const lines = (counted.get(key) ?? 0) + 1;
  if (lines === 1 && counted.size >= MAX_KEYS) return true;
  counted.set(key, lines);
  return lines > MAX_REFUSED;
}
