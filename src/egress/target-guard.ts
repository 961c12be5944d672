import { type BlockList, isIPv6 } from 'node:net';
import { isPublicAddress } from './address.ts';
import { type Parsed, parseTarget, type TargetUrl } from './target-url.ts';

/** Why a URL is no target: the customer can put the first two right, the third may pass by itself. */
export type Refusal = { reason: 'invalid_url' | 'target_blocked' | 'dns_error'; detail: string };

/** A URL whose every address may be reached, at the moment it was asked. */
export type Target = { url: TargetUrl; addresses: readonly string[] };

export type Verdict = { target: Target } | { refusal: Refusal };

/** Every address of a name; none when it has none. Rejects when that could not be found out. */
export type Resolver = {
  /** Without asking anybody. */
  remembered?(hostname: string): readonly string[] | undefined;
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
};

const notPublic: Refusal = {
  reason: 'target_blocked',
  detail: 'The URL must be publicly reachable: its host is an address that is not public.',
};

const resolvesToPrivate: Refusal = {
  reason: 'target_blocked',
  detail: 'The URL must be publicly reachable: its host resolves to an address that is not public.',
};

const innerName: Refusal = {
  reason: 'target_blocked',
  detail: 'The URL must be publicly reachable: its host is a name of an internal network.',
};

const unknownName: Refusal = {
  reason: 'dns_error',
  detail:
    'The host of the URL does not resolve to an address: check its spelling, or create its DNS record (A or AAAA) first.',
};

const unanswered: Refusal = {
  reason: 'dns_error',
  detail:
    'The host of the URL could not be resolved just now: try again in a minute. If it stays so, check the name servers of its domain.',
};

const MOST_PARSED = 10_000;

/**
 * Who may be reached from here: one judgement for creating, changing and every attempt (D152). Its
 * details are shown to customers and name no address.
 */
export class TargetGuard {
  readonly #resolver: Resolver;
  readonly #allowed: BlockList;
  readonly #parsed = new Map<string, Parsed>();
  /** A resolver that remembers gives the same answer again, thousands of times a second. */
  readonly #judged = new WeakMap<readonly string[], boolean>();

  constructor({ resolver, allowed }: { resolver: Resolver; allowed: BlockList }) {
    this.#resolver = resolver;
    this.#allowed = allowed;
  }

  /** At once when nobody has to be asked; only otherwise `asker` is asked for its signal. */
  judge(text: string, asker: { readonly signal: AbortSignal }): Verdict | Promise<Verdict> {
    const url = this.#parse(text);
    if ('refusal' in url) return url;
    // Whoever may not know an inner network learns nothing of it.
    if (url.isInner && this.#allowed.rules.length === 0) return { refusal: innerName };
    const known = url.address ?? this.#resolver.remembered?.(url.hostname);
    return known ? this.#verdictOn(url, known) : this.#ask(url, asker.signal);
  }

  /** What a URL says of itself does not change from one attempt to the next. */
  #parse(text: string): Parsed {
    const known = this.#parsed.get(text);
    if (known) return known;
    const parsed = parseTarget(text);
    if (this.#parsed.size >= MOST_PARSED) this.#parsed.clear();
    this.#parsed.set(text, parsed);
    return parsed;
  }

  /** Of an address that somebody is about to use, or is connected to. */
  allows(address: string): boolean {
    return isPublicAddress(address, this.#allowed);
  }

  async #ask(url: TargetUrl, signal: AbortSignal): Promise<Verdict> {
    try {
      return this.#verdictOn(url, await this.#resolver.resolve(url.hostname, signal));
    } catch {
      return { refusal: url.isInner ? innerName : unanswered };
    }
  }

  #verdictOn(url: TargetUrl, addresses: readonly string[]): Verdict {
    if (url.isInner) {
      return this.#areOurs(addresses) ? { target: { url, addresses } } : { refusal: innerName };
    }
    if (addresses.length === 0) return { refusal: unknownName };
    if (this.#allowsAll(addresses)) return { target: { url, addresses } };
    return { refusal: url.address ? notPublic : resolvesToPrivate };
  }

  /** The operator's own networks alone make an inner name a target. */
  #areOurs(addresses: readonly string[]): boolean {
    const isOurs = (ip: string) =>
      this.allows(ip) && this.#allowed.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
    return addresses.length > 0 && addresses.every(isOurs);
  }

  /** One bad address spoils the others: whoever names it chooses which of them is taken. */
  #allowsAll(addresses: readonly string[]): boolean {
    const known = this.#judged.get(addresses);
    if (known !== undefined) return known;
    const isAllowed = addresses.every((address) => this.allows(address));
    this.#judged.set(addresses, isAllowed);
    return isAllowed;
  }
}
