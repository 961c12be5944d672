import type { TargetRefusal } from '../../../src/egress/target-url.ts';

type Hostile = { what: string; url: string; reason: TargetRefusal['reason'] };

const inner = [
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '192.168.1.1',
  '172.16.0.1',
  '100.64.0.1',
  '0.0.0.0',
];

const fullWidth = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));

/** Spellings of IPv4 addresses in URLs that have misled some client. */
function spellings(ip: string): Record<string, string> {
  const parts = ip.split('.').map(Number);
  const [one = 0, two = 0, three = 0, four = 0] = parts;
  const number = ((one * 256 + two) * 256 + three) * 256 + four;
  const hex = number.toString(16).padStart(8, '0');
  const groups = `${hex.slice(0, 4)}:${hex.slice(4)}`;
  return {
    plain: ip,
    decimal: String(number),
    hex: `0x${hex}`,
    octal: `0${number.toString(8)}`,
    'hex parts': parts.map((part) => `0x${part.toString(16)}`).join('.'),
    'octal parts': parts.map((part) => `0${part.toString(8)}`).join('.'),
    'three parts': `${one}.${two}.${three * 256 + four}`,
    'two parts': `${one}.${(two * 256 + three) * 256 + four}`,
    'full-width digits': fullWidth(ip),
    'ideographic dots': ip.replaceAll('.', '。'),
    'trailing dot': `${ip}.`,
    'percent-encoded': ip.replaceAll('.', '%2e').replace('1', '%31'),
    mapped: `[::ffff:${ip}]`,
    'mapped in hex': `[0:0:0:0:0:ffff:${groups}]`,
    compatible: `[::${ip}]`,
    SIIT: `[::ffff:0:${groups}]`,
    ISATAP: `[::5efe:${groups}]`,
    'link-local ISATAP': `[fe80::5efe:${groups}]`,
    NAT64: `[64:ff9b::${groups}]`,
    'local NAT64': `[64:ff9b:1::${groups}]`,
    '6to4': `[2002:${groups}::1]`,
    Teredo: `[2001:0:${groups}::1]`,
  };
}

const words = (text: string) => text.trim().split(/\s+/);

const otherAddresses = words(`
  127.255.255.254 10.255.255.255 172.31.255.255 192.0.0.1 192.0.0.170 0.1.2.3
  192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
  224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 100.127.255.255
  [::] [::1] [0000:0000:0000:0000:0000:0000:0000:0001] [::2] [100::1]
  [2001::1] [2001:2::1] [2001:10::1] [2001:20::1] [2001:1ff::1] [2001:db8::1]
  [3fff::1] [4000::1] [5f00::1] [8000::1] [fc00::1] [fd00:ec2::254]
  [fe80::1] [fe80::a9fe:a9fe] [febf::1] [fec0::1] [ff02::1] [ff0e::1]
`);

const internalNames = words(`
  localhost LOCALHOST localhost. a.localhost a.localhost. ⓛocalhost
  loc%61lhost printer.local printer.local. metadata.google.internal a.internal.
  router.home.arpa home.arpa intranet db. kubernetes local internal
`);

const badNames = [
  '.',
  'a..example.com',
  '.example.com',
  'a.example.com..',
  `${'a'.repeat(64)}.com`,
];

const invalid: Record<string, string> = {
  empty: '',
  'no scheme': 'hooks.example.com/path',
  'scheme-relative': '//127.0.0.1/',
  http: 'http://hooks.example.com/',
  'http to an inner address': 'http://127.0.0.1/',
  ftp: 'ftp://127.0.0.1/',
  file: 'file:///etc/passwd',
  gopher: 'gopher://127.0.0.1:6379/_FLUSHALL',
  data: 'data:text/plain,a',
  javascript: 'javascript:alert(1)',
  wss: 'wss://127.0.0.1/',
  'blob of https': 'blob:https://127.0.0.1/a',
  'no host': 'https://',
  'a port alone': 'https://:443/',
  'a port too high': 'https://hooks.example.com:65536/',
  'a user': 'https://user@127.0.0.1/',
  'a user and password': 'https://user:password@hooks.example.com/',
  'an empty user': 'https://@127.0.0.1/',
  'an empty password': 'https://:@127.0.0.1/',
  'a host as user': 'https://hooks.example.com@127.0.0.1/',
  'a host and port as user': 'https://hooks.example.com:443@127.0.0.1/',
  'an encoded user': 'https://hooks.example.com%40x@127.0.0.1/',
  backslashes: 'https:\\\\127.0.0.1\\',
  'no slashes': 'https:127.0.0.1/',
  'a user behind backslashes': 'https:\\\\hooks.example.com@127.0.0.1/',
  'a user and no slashes': 'https:user@127.0.0.1/',
  'a fragment': 'https://hooks.example.com/#127.0.0.1',
  'an empty fragment': 'https://hooks.example.com/#',
  'a zone id': 'https://[fe80::1%25eth0]/',
  'a bare zone id': 'https://[fe80::1%eth0]/',
  'an unclosed bracket': 'https://[::1/',
  'IPv6 without brackets': 'https://::1/',
  'IPv4 in brackets': 'https://[127.0.0.1]/',
  'a number too large for an address': 'https://4294967296/',
  'five parts': 'https://127.0.0.0.1/',
  'a part too large': 'https://127.0.0.256/',
  'a tab in the host': 'https://127.0.\t0.1/',
  'a line feed before the host': 'https://\n127.0.0.1/',
  'white space around': ' https://127.0.0.1/ ',
  'CR LF in the path': 'https://127.0.0.1/a\r\nhost: b',
  'a NUL': 'https://127.0.0.1/\0',
  'an encoded NUL in the host': 'https://127.0.0.1%00.example.com/',
  'an encoded slash in the host': 'https://127.0.0.1%2f.example.com/',
  'a soft hyphen alone': 'https://\u00ad/',
  'too long': `https://hooks.example.com/${'a'.repeat(2048)}`,
};

/** Unusual spellings that WHATWG accepts: the guard checks the host that they mean. */
const disguised: Record<string, string> = {
  'many slashes': 'https://////127.0.0.1/',
  'upper case': 'HTTPS://127.0.0.1/',
  'a backslash before the user': 'https://127.0.0.1\\@hooks.example.com/',
  'a query that names another': 'https://127.0.0.1?@hooks.example.com/',
  'a soft hyphen within': 'https://127.0.0\u00ad.1/',
  'circled digits': 'https://①②⑦.⓪.⓪.①/',
  'half-width dots': 'https://127｡0｡0｡1/',
  'mixed parts': 'https://0x7f.0.01/',
  'zeros in front': 'https://0000000177.0.0.01/',
};

/** Names of a hostile zone, with their addresses. */
export const hostileNames: Record<string, readonly string[]> = {
  'loopback.example.com': ['127.0.0.1'],
  'loopback6.example.com': ['::1'],
  'inner.example.com': ['10.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'mixed.example.com': ['93.184.215.14', '127.0.0.1'],
  'mixed-last.example.com': ['93.184.215.14', '8.8.8.8', '2606:4700::1111', '::1'],
  'mixed-families.example.com': ['93.184.215.14', 'fd00::1'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'compatible.example.com': ['::7f00:1'],
  'nat64.example.com': ['64:ff9b::7f00:1'],
  'sixtofour.example.com': ['2002:7f00:1::1'],
  'teredo.example.com': ['2001::1'],
  'zone.example.com': ['fe80::1%lo'],
  'unspecified.example.com': ['0.0.0.0'],
  'unspecified6.example.com': ['::'],
  'nonsense.example.com': ['nonsense'],
  'allowed-and-not.example.com': ['127.0.0.77', '127.0.0.1'],
  'allowed-as-mapped.example.com': ['::ffff:127.0.0.77'],
  'xn--bcher-kva.example.com': ['127.0.0.1'],
};

export function hostileUrls(): Hostile[] {
  const blocked = (what: string, host: string): Hostile => ({
    what,
    url: `https://${host}/`,
    reason: 'target_blocked',
  });
  return [
    ...inner.flatMap((ip) =>
      Object.entries(spellings(ip)).map(([what, host]) => blocked(`${ip}, ${what}`, host)),
    ),
    ...otherAddresses.map((host) => blocked('special address', host)),
    ...internalNames.map((host) => blocked('internal name', host)),
    ...Object.keys(hostileNames).map((host) => blocked('name', host)),
    ...['LOOPBACK.example.com', 'loopback.example.com.', 'bücher.example.com'].map((host) =>
      blocked('name', host),
    ),
    ...Object.entries(disguised).map(
      ([what, url]): Hostile => ({ what, url, reason: 'target_blocked' }),
    ),
    ...badNames.map(
      (host): Hostile => ({ what: 'no name', url: `https://${host}/`, reason: 'invalid_url' }),
    ),
    ...Object.entries(invalid).map(
      ([what, url]): Hostile => ({ what, url, reason: 'invalid_url' }),
    ),
    { what: 'unknown name', url: 'https://nowhere.example.com/', reason: 'dns_error' },
  ];
}
