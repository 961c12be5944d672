import { isIP } from 'node:net';
import type { Refusal } from './target-guard.ts';

/** What attempts ask of a URL, read once: a URL object makes each of its parts anew. */
export type TargetUrl = {
  origin: string;
  hostname: string;
  port: number;
  path: string;
  /** The one that it names, if its host is no name. */
  address: readonly [string] | undefined;
  /** A name that only an inner network knows, whatever it resolves to. */
  isInner: boolean;
};

export type Parsed = TargetUrl | { refusal: Refusal };

const MAX_URL_LENGTH = 2048;
const MAX_NAME_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

const innerNames = ['localhost', 'local', 'internal', 'home.arpa'];

/**
 * What can be said of a URL without asking anybody. The host is the one of WHATWG, which knows all
 * the spellings of an address (octal, full-width …), so that judge and connection mean the same.
 */
export function parseTarget(text: string): Parsed {
  if (text.length > MAX_URL_LENGTH) {
    return invalid(`The URL must have at most ${MAX_URL_LENGTH} characters.`);
  }
  // WHATWG would pass over white space and control characters; what is stored should be what is meant.
  const url = /[\p{Cc}\s]/u.test(text) ? null : URL.parse(text);
  if (url === null)
    return invalid('This is not a valid URL. Expected one such as https://hooks.example.com/path.');
  if (!/^https:\/\//i.test(text)) return invalid('The URL must begin with https://.');
  if (/^https:[\\/]*[^\\/?#]*@/i.test(text)) {
    return invalid('The URL must not contain a user name or password.');
  }
  if (url.href.includes('#')) return invalid('The URL must not have a fragment (#).');
  return parseHost(url);
}

function parseHost(url: URL): Parsed {
  const bare = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return { ...partsOf(url), hostname: bare, address: [bare], isInner: false };
  const hostname = bare.replace(/\.$/, '');
  const labels = hostname.split('.');
  const isName = labels.every(({ length }) => length > 0 && length <= MAX_LABEL_LENGTH);
  if (!isName || hostname.length > MAX_NAME_LENGTH) {
    return invalid('The host of the URL is not a valid name.');
  }
  const isInner =
    labels.length === 1 ||
    innerNames.some((name) => hostname === name || hostname.endsWith(`.${name}`));
  if (hostname !== bare) url.hostname = hostname;
  return { ...partsOf(url), hostname, address: undefined, isInner };
}

function partsOf({ origin, port, pathname, search }: URL) {
  return { origin, port: Number(port || 443), path: pathname + search };
}

function invalid(detail: string): Parsed {
  return { refusal: { reason: 'invalid_url', detail } };
}
