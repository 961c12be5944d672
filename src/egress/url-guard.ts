import { type BlockList, isIPv6 } from 'node:net';
import { isPracticeHost } from '../shared/web/practice-origins.ts';
import { isPublicAddress } from './address.ts';
import type { Resolver } from './resolver.ts';
import {
  internalName,
  notPublic,
  type ParsedUrl,
  parseTargetUrl,
  resolvesToPrivate,
  type TargetRefusal,
  type TargetUrl,
  unanswered,
  unknownName,
} from './target-url.ts';

/** A URL that may be called, with its addresses at the time of the check. */
export type Target = {
  url: TargetUrl;
  addresses: readonly string[];
  /** Only of the practice receiver, which listens in this process. No check makes such a target. */
  isLocal?: true;
};

export type UrlCheck = { target: Target } | { refusal: TargetRefusal };

const MAX_PARSED = 10_000;

/**
 * Decides which URLs this service may call: none with a private address, so that nobody reaches what stands behind this
 * service (SSRF). Creating an endpoint, changing it and every attempt use
 * the same check (D152).
 */
export class UrlGuard {
  readonly #resolver: Resolver;
  readonly #allowed: BlockList;
  readonly #parsed = new Map<string, ParsedUrl>();
  /**
   * True if these addresses are allowed, for each array: a caching resolver returns the same array many
   * times.
   */
  readonly #checked = new WeakMap<readonly string[], boolean>();

  constructor({ resolver, allowed }: { resolver: Resolver; allowed: BlockList }) {
    this.#resolver = resolver;
    this.#allowed = allowed;
  }

  /** Checks a URL. If no name server has to be asked, the result is no promise, and `signal` is not read. */
  check(text: string, caller: { readonly signal: AbortSignal }): UrlCheck | Promise<UrlCheck> {
    const url = this.#parse(text);
    if ('refusal' in url) return url;
    // The name is refused before it is resolved, so that the answer tells nothing about an internal network.
    if (url.isInternal && this.#allowed.rules.length === 0) return { refusal: internalName };
    if (isPracticeHost(url.hostname)) return { refusal: unknownName };
    const cached = url.address ?? this.#resolver.cached?.(url.hostname);
    return cached ? this.#checkAddresses(url, cached) : this.#resolve(url, caller.signal);
  }

  /** Parses a URL and keeps the result, because it is the same for every attempt. */
  #parse(text: string): ParsedUrl {
    const cached = this.#parsed.get(text);
    if (cached) return cached;
    const parsed = parseTargetUrl(text);
    if (this.#parsed.size >= MAX_PARSED) this.#parsed.clear();
    this.#parsed.set(text, parsed);
    return parsed;
  }

  /** True if a connection to this address is allowed. */
  allows(address: string): boolean {
    return isPublicAddress(address, this.#allowed);
  }

  async #resolve(url: TargetUrl, signal: AbortSignal): Promise<UrlCheck> {
    try {
      return this.#checkAddresses(url, await this.#resolver.resolve(url.hostname, signal));
    } catch {
      return { refusal: url.isInternal ? internalName : unanswered };
    }
  }

  #checkAddresses(url: TargetUrl, addresses: readonly string[]): UrlCheck {
    if (url.isInternal) {
      const isTarget = this.#areOfOperator(addresses);
      return isTarget ? { target: { url, addresses } } : { refusal: internalName };
    }
    if (addresses.length === 0) return { refusal: unknownName };
    if (this.#allowsAll(addresses)) return { target: { url, addresses } };
    return { refusal: url.address ? notPublic : resolvesToPrivate };
  }

  /** An internal name is a target only in networks that the operator has allowed. */
  #areOfOperator(addresses: readonly string[]): boolean {
    const isAllowed = (ip: string) =>
      this.allows(ip) && this.#allowed.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
    return addresses.length > 0 && addresses.every(isAllowed);
  }

  /**
   * True if all addresses are allowed. One forbidden address refuses the whole name, because the
   * owner of the name could choose which address is used.
   */
  #allowsAll(addresses: readonly string[]): boolean {
    const cached = this.#checked.get(addresses);
    if (cached !== undefined) return cached;
    const isAllowed = addresses.every((address) => this.allows(address));
    this.#checked.set(addresses, isAllowed);
    return isAllowed;
  }
}
