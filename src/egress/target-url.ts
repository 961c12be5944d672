import { isIP } from 'node:net';
import { isBadPort } from './bad-ports.ts';
import { invalidUrl, type TargetRefusal } from './target-refusal.ts';

/** The parts of a URL that attempts need. They are read once, because a URL object makes each part again. */
export type TargetUrl = {
  origin: string;
  hostname: string;
  port: number;
  path: string;
  /** Set if the host is an address and not a name. */
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
 * Checks everything that needs no name server. WHATWG parses the host, because it knows all
 * spellings of an address (octal, full-width …): so the check and the connection use the same host.
 */
export function parseTargetUrl(text: string): ParsedUrl {
  if (text.length > MAX_URL_LENGTH) {
    return refusal(`The URL must have at most ${MAX_URL_LENGTH} characters.`);
  }
  // WHATWG drops white space and control characters. The stored URL would then differ from the one
  // that is used.
  const url = /[\p{Cc}\s]/u.test(text) ? null : URL.parse(text);
  if (url === null)
    return refusal('This is not a valid URL. Expected one such as https://hooks.example.com/path.');
  if (!/^https:\/\//i.test(text)) return refusal('The URL must begin with https://.');
  if (/^https:[\\/]*[^\\/?#]*@/i.test(text)) {
    return refusal('The URL must not contain a user name or password.');
  }
  if (url.href.includes('#')) return refusal('The URL must not have a fragment (#).');
  if (isBadPort(Number(url.port || 443))) {
    return refusal(
      'The port of the URL belongs to another protocol than HTTPS: choose another port.',
    );
  }
  return parseHost(url);
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
    return refusal('The host of the URL is not a valid name.');
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

function refusal(detail: string): ParsedUrl {
  return { refusal: invalidUrl(detail) };
}
