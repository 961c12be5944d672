import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseAddress } from '../../shared/database-address.ts';
import { SECOND_MS } from '../../shared/durations.ts';
import type { Logger } from '../../shared/log.ts';
import { HostProbe, type Standing } from './host-probe.ts';

/** A connection to one of the hosts. */
export type Visitor = {
  /** Ends the connection at once, even if its host does not answer. */
  leave(reason: Error): void;
};

type Choice = { host: number; timeline: number };

/** How long a slow host may delay the choice of another host. */
const GRACE_MS = 300;
/** For this time after a search that has found no host, no new search begins. */
const PAUSE_MS = 200;

/**
 * Knows which of several hosts takes writes now, for all connections of this process to one address. While
 * there are connections, it asks all hosts each second. If another host has taken over, it ends the
 * connections to the former host, which may not answer any more.
 */
export class Hosts {
  /** The address of each host, in the form that pg needs. */
  readonly places: readonly { host: string; port: number }[];
  readonly #probes: HostProbe[];
  readonly #log: Logger;
  /** The connections, and to which host each leads. */
  readonly #visitors = new Map<Visitor, number | undefined>();
  #current: number | undefined;
  #isSure = false;
  /** The newest timeline that this process has seen. After a promotion it uses no host with an older one. */
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

  /** Notes that a connection to this host failed or was lost. The next connection searches again. */
  doubt(host: number): void {
    if (host === this.#current) this.#isSure = false;
  }

  left(visitor: Visitor): void {
    this.#visitors.delete(visitor);
    if (this.#visitors.size > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
    // A running search closes the probes itself.
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
    // While one host is slow, the hosts that answer are asked again: one of them may be promoted meanwhile.
    for (let isComplete = false; !isComplete; ) {
      const probed = Promise.all(this.#probes.map(ask)).then(() => true);
      isComplete = await Promise.race([probed, sleep(GRACE_MS, false, { ref: false })]);
      const best = this.#best(standings);
      if (best) return this.#settle(best);
    }
    this.#isSure = false;
    const reasons = standings.map((one) => (one && 'unfit' in one ? one.unfit : formerHost()));
    this.#refusal = { error: noHost(reasons), until: performance.now() + PAUSE_MS };
  }

  /**
   * The host with the newest timeline among those that take writes. Among equal hosts, the one in use or the
   * first one.
   */
  #best(standings: (Standing | undefined)[]): Choice | undefined {
    const isWaitedFor = this.#current !== undefined && !standings[this.#current];
    let best: Choice | undefined;
    for (const [host, standing] of standings.entries()) {
      if (!standing || 'unfit' in standing || standing.timeline < this.#timeline) continue;
      const { timeline } = standing;
      // While a slow host has not answered, only a host that was promoted since may take its place.
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

/** An error with the words of a lost connection, so that the caller may try again. */
function formerHost(): Error {
  return new Error('Connection terminated: another host of the database has taken over');
}

function noHost(reasons: unknown[]): Error {
  return new AggregateError(reasons, 'No host of the database takes writes now');
}

const existing = new Map<string, Hosts>();

/** All pools of a process with the same address share one `Hosts`. */
export function hostsOf(url: string, address: DatabaseAddress, log: Logger): Hosts {
  const hosts = existing.get(url) ?? new Hosts(address, log);
  existing.set(url, hosts);
  return hosts;
}
