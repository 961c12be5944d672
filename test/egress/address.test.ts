import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicAddress, plainAddress } from '../../src/egress/address.ts';
import { allow } from '../harness/egress.ts';

const nothing = new BlockList();
const isPublic = (ip: string) => isPublicAddress(ip, nothing);

const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
const numberOf = (ip: string) => ip.split('.').reduce((value, part) => value * 256 + +part, 0);

/** The special networks, by their first and last address, so that the test needs no masks as the guard does. */
const special = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
].map(([first = '', last = '']) => ({ first: numberOf(first), last: numberOf(last) }));

const isPublicByOracle = (value: number) =>
  !special.some(({ first, last }) => value >= first && value <= last);

const ipv4 = fc.oneof(
  fc.nat(0xffffffff),
  fc
    .constantFrom(...special)
    .chain(({ first, last }) => fc.integer({ min: Math.max(0, first - 300), max: last }))
    .map((value) => Math.min(value, 0xffffffff)),
);

const hex = (bytes: number[]) =>
  Array.from({ length: 8 }, (_, index) =>
    (((bytes[2 * index] ?? 0) << 8) | (bytes[2 * index + 1] ?? 0)).toString(16),
  ).join(':');

/** Any address that begins with these bits, in any spelling. */
function ipv6Within(network: string, bits: number) {
  const prefix = bytesOf(network);
  return fc
    .tuple(
      fc.array(fc.oneof(fc.constant(0), fc.nat(255)), { minLength: 16, maxLength: 16 }),
      fc.boolean(),
    )
    .map(([random, isShort]) => {
      const bytes = random.map((byte, index) => {
        const kept = Math.min(8, Math.max(0, bits - index * 8));
        const mask = (0xff00 >> kept) & 0xff;
        return ((prefix[index] ?? 0) & mask) | (byte & ~mask & 0xff);
      });
      const long = hex(bytes);
      return isShort ? new URL(`https://[${long}]`).hostname.slice(1, -1) : long;
    });
}

function bytesOf(network: string): number[] {
  const [head = '', tail = ''] = network.split('::');
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((part) => Number.parseInt(part, 16));
  const [first, last] = [groups(head), groups(tail)];
  const all = [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
  return all.flatMap((group) => [group >> 8, group & 255]);
}

const isNat64 = (ip: string) => {
  const long = new URL(`https://[${ip}]`).hostname.slice(1, -1);
  return /^64:ff9b:(:|0:0:0:0:)/.test(long);
};

describe('D152: an IPv4 address is public or special', () => {
  test('IPv4 addresses are judged as in an independent table', () => {
    fc.assert(
      fc.property(ipv4, (value) => isPublic(dotted(value)) === isPublicByOracle(value)),
      { numRuns: 3000 },
    );
  });

  test.each(special)('at the borders of $first to $last', ({ first, last }) => {
    for (const value of [first - 1, first, last, last + 1]) {
      if (value < 0 || value > 0xffffffff) continue;
      expect([dotted(value), isPublic(dotted(value))]).toEqual([
        dotted(value),
        isPublicByOracle(value),
      ]);
    }
  });
});

describe('D152: every IPv6 address is refused in', () => {
  test.each([
    ['::', 8],
    ['::ffff:0:0', 96],
    ['::ffff:0:0:0', 96],
    ['::5efe:0:0', 96],
    ['64:ff9b:1::', 48],
    ['100::', 64],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
    ['4000::', 2],
    ['5f00::', 16],
    ['8000::', 1],
    ['fc00::', 7],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
  ])('%s/%i', (network, bits) => {
    fc.assert(
      fc.property(ipv6Within(network, bits), (ip) => {
        fc.pre(!isNat64(ip));
        return !isPublic(ip);
      }),
      { numRuns: 300 },
    );
  });

  test('no network of the list: the rest of 2000::/3 is public', () => {
    for (const ip of ['2000::1', '2001:200::1', '2606:4700::1111', '2a00:1450::1', '3ffe::1']) {
      expect([ip, isPublic(ip)]).toEqual([ip, true]);
    }
  });
});

test('D152: a NAT64 address is judged as the IPv4 address inside of it', () => {
  fc.assert(
    fc.property(ipv4, (value) => {
      const inside = `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`;
      return isPublic(`64:ff9b::${inside}`) === isPublicByOracle(value);
    }),
    { numRuns: 1000 },
  );
});

test('a text that is no address is not public', () => {
  for (const text of ['', 'example.com', '127.1', '0x7f000001', '1.2.3.4.5', '2606::1%eth0', ':']) {
    expect([text, isPublic(text)]).toEqual([text, false]);
  }
});

test('an address that the operator allows is allowed in its plain spelling only', () => {
  const allowed = allow('127.0.0.77', 'fd00::1');
  for (const ip of ['127.0.0.77', 'fd00::1', 'fd00:0:0::1']) {
    expect([ip, isPublicAddress(ip, allowed)]).toEqual([ip, true]);
  }
  const others = [
    '127.0.0.78',
    '::ffff:127.0.0.77',
    '::ffff:7f00:4d',
    '64:ff9b::7f00:4d',
    'fd00::2',
  ];
  for (const ip of others) {
    expect([ip, isPublicAddress(ip, allowed)]).toEqual([ip, false]);
  }
});

test('the remote address of an IPv6 socket that speaks IPv4 is the IPv4 address', () => {
  expect(plainAddress('::ffff:127.0.0.1')).toBe('127.0.0.1');
  expect(plainAddress('::ffff:7f00:1')).toBe('127.0.0.1');
  expect(plainAddress('2606::1')).toBe('2606::1');
  expect(plainAddress('10.0.0.1')).toBe('10.0.0.1');
  expect(plainAddress('')).toBe('');
});
