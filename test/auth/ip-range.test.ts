import { BlockList, isIPv4 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clientIp,
  normaliseIp,
  parseIpRange,
  parseTrustProxy,
  rateSubject,
  type TrustProxy,
} from '../../src/auth/ip-range.ts';

function trust(text: string | undefined): TrustProxy {
  const parsed = parseTrustProxy(text);
  if (parsed === null) throw new Error(`not a TRUST_PROXY: ${text}`);
  return parsed;
}

function contains(range: string, ip: string): boolean {
  const [address = '', bits] = range.split('/');
  const list = new BlockList();
  const family = (text: string) => (isIPv4(text) ? 'ipv4' : 'ipv6');
  list.addSubnet(address, Number(bits), family(address));
  return list.check(ip, family(ip));
}

describe('D40: IP allow-list grammar', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7/32'],
    ['192.0.2.7/24', '192.0.2.0/24'],
    ['10.255.255.255/8', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0:0::1', '2001:db8::1/128'],
    ['2001:db8:ffff::1/33', '2001:db8:8000::/33'],
    ['::/0', '::/0'],
  ])('D40: an address or CIDR is a range, and its host bits are masked: %s', (text, range) => {
    expect(parseIpRange(text)).toBe(range);
  });

  test.each([
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['::ffff:192.0.2.7/120', '192.0.2.0/24'],
    ['::FFFF:c000:0207/96', '0.0.0.0/0'],
  ])('D40: mapped IPv6 becomes IPv4: %s', (text, range) => {
    expect(parseIpRange(text)).toBe(range);
  });

  test.each([
    '',
    'localhost',
    '192.0.2',
    '0x7f.1',
    '0177.0.0.1',
    '192.0.2.1/33',
    '192.0.2.1/-1',
    '192.0.2.1/08',
    '192.0.2.1/',
    '192.0.2.1/24/24',
    '192.0.2.1/255.255.255.0',
    ' 192.0.2.1',
    '2001:db8::/129',
    'fe80::1%eth0/64',
    '[2001:db8::1]',
    '::ffff:192.0.2.1/64',
    '1.2.3.4,5.6.7.8',
  ])('D40: anything else is no range: %j', (text) => {
    expect(parseIpRange(text)).toBeNull();
  });

  test('D40: a range holds the address it was made from, and is its own canonical text', () => {
    const cidr = fc.oneof(
      fc.tuple(fc.ipV4(), fc.nat({ max: 32 })),
      fc.tuple(fc.ipV6(), fc.nat({ max: 128 })),
    );
    fc.assert(
      fc.property(cidr, ([address, bits]) => {
        const ip = normaliseIp(address);
        const range = parseIpRange(`${address}/${bits}`);
        if (ip === null) throw new Error(`${address} is an address`);
        fc.pre(range !== null);
        expect(contains(range ?? '', ip)).toBe(true);
        expect(parseIpRange(range ?? '')).toBe(range);
      }),
    );
  });

  test('D40: text of any kind gives null or a range, never an exception', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[0-9a-f.:/%[\]]{0,50}$/),
    );
    fc.assert(
      fc.property(text, (input) => {
        normaliseIp(input);
        parseTrustProxy(input);
        const range = parseIpRange(input);
        expect(range === null || range.includes('/')).toBe(true);
      }),
    );
  });
});

describe('D40: one spelling for one address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['[2001:DB8::0001]', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]', 'fe80::1'],
    ['::1', '::1'],
  ])('D40: %s is %s', (text, ip) => {
    expect(normaliseIp(text)).toBe(ip);
  });

  test.each(['', 'unknown', '[192.0.2.1', '192.0.2.1:443', '1.2.3', '::g', '%eth0'])(
    'D40: a text that is no address gives null: %j',
    (text) => {
      expect(normaliseIp(text)).toBeNull();
    },
  );

  test('D40: an address keeps its one spelling', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const ip = normaliseIp(text);
        expect(ip).not.toBeNull();
        expect(normaliseIp(ip ?? '')).toBe(ip);
      }),
    );
  });
});

describe('D41: client IP behind proxies', () => {
  test('D41: without the setting, X-Forwarded-For is ignored', () => {
    for (const text of [undefined, '', '0', 'none']) {
      expect(clientIp('192.0.2.1', '203.0.113.9', trust(text))).toBe('192.0.2.1');
    }
  });

  test('D41: the setting is never `true`', () => {
    for (const text of ['true', 'TRUE', 'all', '*', '-1', '1.5', '33', 'loopback', '10.0.0.0/8,']) {
      expect(parseTrustProxy(text)).toBeNull();
    }
  });

  test.each([
    ['1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['2', '198.51.100.1, 203.0.113.9', '198.51.100.1'],
    ['3', '198.51.100.1, 203.0.113.9', '198.51.100.1'],
    ['1', undefined, '192.0.2.1'],
    ['1', '198.51.100.1, unknown', null],
    ['1', 'unknown, ::ffff:203.0.113.9', '203.0.113.9'],
  ])('D41: hop count %s of %j gives %s', (hops, forwarded, ip) => {
    expect(clientIp('::ffff:192.0.2.1', forwarded, trust(hops))).toBe(ip);
  });

  test.each([
    ['192.0.2.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['192.0.2.1', '203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['192.0.2.1', '198.51.100.1,::ffff:10.1.2.3,10.1.2.4', '198.51.100.1'],
    ['192.0.2.1', '10.1.2.3', '10.1.2.3'],
    ['192.0.2.1', undefined, '192.0.2.1'],
    ['192.0.2.1', '203.0.113.9, garbage', null],
    ['192.0.2.1', '203.0.113.9,,10.1.2.3', null],
    ['192.0.2.2', '203.0.113.9', '192.0.2.2'],
    ['2001:db8::5', '203.0.113.9', '203.0.113.9'],
    [undefined, '203.0.113.9', null],
  ])('D41: CIDR list: from %s with %j gives %s', (remote, forwarded, ip) => {
    const networks = trust('192.0.2.1, 10.0.0.0/8, 2001:db8::/32');
    expect(clientIp(remote, forwarded, networks)).toBe(ip);
  });

  test('D41: headers that a client writes never change its address', () => {
    const entry = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string({ maxLength: 12 }));
    const invented = fc.array(entry, { maxLength: 5 });
    fc.assert(
      fc.property(invented, (entries) => {
        const forwarded = [...entries, '203.0.113.9'].join(', ');
        expect(clientIp('192.0.2.1', forwarded, trust('1'))).toBe('203.0.113.9');
        expect(clientIp('192.0.2.1', forwarded, trust('192.0.2.0/24'))).toBe('203.0.113.9');
        expect(clientIp('192.0.2.1', forwarded, trust(undefined))).toBe('192.0.2.1');
      }),
    );
  });
});

test('D52: an IP bucket is per IPv4 address and per /64 of IPv6', () => {
  expect(rateSubject('192.0.2.1')).toBe('192.0.2.1');
  expect(rateSubject('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(rateSubject('2001:db8:1:2::9')).toBe(rateSubject('2001:db8:1:2:ffff::'));
  expect(rateSubject('2001:db8:1:3::9')).not.toBe(rateSubject('2001:db8:1:2::9'));
});
