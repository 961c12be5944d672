import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseAddress } from '../shared/database-address.ts';
import { SECOND_MS } from '../shared/durations.ts';
import type { Logger } from '../shared/log.ts';
import { HostProbe, type Standing } from './host-probe.ts';

/** A connection to one of the hosts. */
export type Visitor = {
  /** Ends it at once, also if its host does not answer. */
  leave(reason: Error): void;
};

type Choice = { host: number; timeline: number };

/** How long a host that is slow may delay the choice of another one. */
const GRACE_MS = 300;
/** How long an answer holds that there is no host. */
const PAUSE_MS = 200;

/**
 * Knows which of several hosts takes writes now, for all connections of this process to one address.
 * While there are connections, it asks all hosts each second. If another host has taken over, it ends
 * the connections to the former one, which perhaps does not answer any more.
 */
export class Hosts {
  /** What pg needs to know of each host. */
  readonly places: readonly { host: string; port: number }[];
  readonly #probes: HostProbe[];
  readonly #log: Logger;
  /** The connections, and to which host each leads. */
  readonly #visitors = new Map<Visitor, number | undefined>();
  #current: number | undefined;
  #isSure = false;
  /** A process that has seen a promotion goes back to no host from before it. */
  #timeline = 0;
  #looking: Promise<void> | undefined;
  #refusal: { error: Error; until: number } | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor({ hosts, wants }: DatabaseAddress, log: Logger) {
    this.#probes = hosts.map((url) => new HostProbe(url, wants));
    this.places = this.#probes.map(({ place }) => place);
    this.#log = log;
  }

  /** The host for a new connection. */
  async choose(visitor: Visitor): Promise<number> {
    this.#visitors.set(visitor, undefined);
    this.#watch ??= setInterval(() => void this.#look(), SECOND_MS).unref();
    if (!this.#isSure) {
      if (this.#refusal && performance.now() < this.#refusal.until) throw this.#refusal.error;
      await this.#look();
    }
    const chosen = this.#current;
    if (chosen === undefined || !this.#isSure) throw this.#refusal?.error ?? noHost([]);
    this.#visitors.set(visitor, chosen);
    return chosen;
  }

  /** A connection to this host failed or was lost. The next connection looks again. */
  doubt(host: number): void {
    if (host === this.#current) this.#isSure = false;
  }

  left(visitor: Visitor): void {
    this.#visitors.delete(visitor);
    if (this.#visitors.size > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
    // A look that goes on closes them itself.
    if (!this.#looking) this.#closeProbes();
  }

  #look(): Promise<void> {
    this.#looking ??= this.#askAll().finally(() => {
      this.#looking = undefined;
      if (this.#visitors.size === 0) this.#closeProbes();
    });
    return this.#looking;
  }

  async #askAll(): Promise<void> {
    const standings: (Standing | undefined)[] = this.#probes.map(() => undefined);
    const ask = async (probe: HostProbe, host: number) => {
      standings[host] = await probe.ask();
    };
    // Those that answer are asked again while one is slow: they may be promoted meanwhile.
    for (let isComplete = false; !isComplete; ) {
      const asked = Promise.all(this.#probes.map(ask)).then(() => true);
      isComplete = await Promise.race([asked, sleep(GRACE_MS, false, { ref: false })]);
      const best = this.#best(standings);
      if (best) return this.#settle(best);
    }
    this.#isSure = false;
    const reasons = standings.map((one) => (one && 'unfit' in one ? one.unfit : formerHost()));
    this.#refusal = { error: noHost(reasons), until: performance.now() + PAUSE_MS };
  }

  /** The fit host with the newest timeline; among equals the one that is used already, or the first. */
  #best(standings: (Standing | undefined)[]): Choice | undefined {
    const isWaitedFor = this.#current !== undefined && !standings[this.#current];
    let best: Choice | undefined;
    for (const [host, standing] of standings.entries()) {
      if (!standing || 'unfit' in standing || standing.timeline < this.#timeline) continue;
      const { timeline } = standing;
      // A host that is slow is left only for one that was promoted since.
      if (isWaitedFor && timeline === this.#timeline) continue;
      const isNewer = !best || timeline > best.timeline;
      if (isNewer || (timeline === best?.timeline && host === this.#current)) {
        best = { host, timeline };
      }
    }
    return best;
  }

  #settle({ host: best, timeline }: Choice): void {
    const former = this.#current;
    this.#current = best;
    this.#timeline = timeline;
    this.#isSure = true;
    this.#refusal = undefined;
    if (former === undefined || former === best) return;
    this.#log.warn(this.places[best], 'another host of the database has taken over');
    for (const [visitor, host] of this.#visitors) {
      if (host !== undefined && host !== best) visitor.leave(formerHost());
    }
  }

  #closeProbes(): void {
    for (const probe of this.#probes) probe.close();
  }
}

/** Its words are those of a lost connection, so that the caller may try again. */
function formerHost(): Error {
  return new Error('Connection terminated: another host of the database has taken over');
}

function noHost(reasons: unknown[]): Error {
  return new AggregateError(reasons, 'No host of the database takes writes now');
}

const known = new Map<string, Hosts>();

/** All pools of a process share what it knows of an address. */
export function hostsOf(url: string, address: DatabaseAddress, log: Logger): Hosts {
  const hosts = known.get(url) ?? new Hosts(address, log);
  known.set(url, hosts);
  return hosts;
}
