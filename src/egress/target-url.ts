import { isIP } from 'node:net';
import type { Because } from '../shared/errors/because.ts';

/**
 * Why a URL is refused as a target. Only after `dns_error` may the same URL be allowed later.
 * Customers read the texts, so the texts contain no address.
 */
export type TargetRefusal = {
  reason: 'invalid_url' | 'target_blocked' | 'dns_error';
  because: Because;
};

export const notPublic: TargetRefusal = {
  reason: 'target_blocked',
  because: 'url_not_public',
};

export const resolvesToPrivate: TargetRefusal = {
  reason: 'target_blocked',
  because: 'url_resolves_to_private',
};

export const internalName: TargetRefusal = {
  reason: 'target_blocked',
  because: 'url_internal_name',
};

export const unknownName: TargetRefusal = {
  reason: 'dns_error',
  because: 'url_name_unknown',
};

export const unanswered: TargetRefusal = {
  reason: 'dns_error',
  because: 'url_name_unanswered',
};

/**
 * The bad ports of the Fetch standard (https://fetch.spec.whatwg.org/#port-blocking). Browsers send
 * no requests to them either, because servers of other protocols could read a request as commands.
 */
const badPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]);

const isBadPort = (port: number): boolean => badPorts.has(port);

/** The parts of a URL that attempts need. They are read once, because a URL object makes each part anew. */
export type TargetUrl = {
  origin: string;
  hostname: string;
  port: number;
  path: string;
  /** The address, if the host is an address and not a name. */
  address: readonly [string] | undefined;
  /** True if the host is a name that only an internal network resolves. */
  isInternal: boolean;
};

export type ParsedUrl = TargetUrl | { refusal: TargetRefusal };

const MAX_URL_LENGTH = 2048;
const MAX_NAME_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

const internalNames = ['localhost', 'local', 'internal', 'home.arpa'];

/**
 * Checks everything that needs no name server. The WHATWG parser reads the host, because it knows all
 * spellings of an address (octal, full-width …): so the check and the connection use the same host.
 */
export function parseTargetUrl(text: string): ParsedUrl {
  if (text.length > MAX_URL_LENGTH) {
    return invalid(['url_too_long', MAX_URL_LENGTH]);
  }
  // The WHATWG parser drops white space and control characters. The stored URL would then differ from the URL
  // that is used.
  const url = /[\p{Cc}\s]/u.test(text) ? null : URL.parse(text);
  if (url === null) return invalid('url_invalid');
  if (!/^https:\/\//i.test(text)) return invalid('url_not_https');
  if (/^https:[\\/]*[^\\/?#]*@/i.test(text)) return invalid('url_with_credentials');
  if (url.href.includes('#')) return invalid('url_with_fragment');
  if (isBadPort(Number(url.port || 443))) return invalid('url_port');
  return parseHost(url);
}

/** Scheme, host and port of a URL, or null if it is no target. */
export function originOf(url: string): string | null {
  const parsed = parseTargetUrl(url);
  return 'refusal' in parsed ? null : parsed.origin;
}

function parseHost(url: URL): ParsedUrl {
  const bare = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) {
    return { ...partsOf(url), hostname: bare, address: [bare], isInternal: false };
  }
  const hostname = bare.replace(/\.$/, '');
  const labels = hostname.split('.');
  const isName = labels.every(({ length }) => length > 0 && length <= MAX_LABEL_LENGTH);
  if (!isName || hostname.length > MAX_NAME_LENGTH) {
    return invalid('url_name_invalid');
  }
  const isInternal =
    labels.length === 1 ||
    internalNames.some((name) => hostname === name || hostname.endsWith(`.${name}`));
  if (hostname !== bare) url.hostname = hostname;
  return { ...partsOf(url), hostname, address: undefined, isInternal };
}

function partsOf({ origin, port, pathname, search }: URL) {
  return { origin, port: Number(port || 443), path: pathname + search };
}

function invalid(because: Because): ParsedUrl {
  return { refusal: { reason: 'invalid_url', because } };
}
