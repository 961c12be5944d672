import { expect, test } from 'vitest';
import { Flood } from '../../src/rest/request-log/flood.ts';
import type { UnresolvedLine } from '../../src/rest/request-log/line.ts';

/** A request with a key that is not valid. */
function refused(prefix: string, ip: string): UnresolvedLine {
  return {
    tenantId: null,
    keyId: null,
    presented: { prefix, hash: Buffer.alloc(32) },
    at: null,
    endedAt: 0,
    requestId: '',
    method: 'GET',
    route: null,
    path: null,
    status: 401,
    code: 'unauthorized',
    why: null,
    ms: 0,
    ip,
  };
}

const hex = (n: number) => n.toString(16);
const attackers: [string, number, (n: number) => string][] = [
  ['an address', 100, () => '203.0.113.7'],
  ['a /64 of IPv6', 100, (n) => `2001:db8::${hex(n)}`],
  ['a /56', 400, (n) => `2001:db8:0:${hex(n % 256)}::1`],
  ['a /48', 1_600, (n) => `2001:db8:0:${hex(n)}::1`],
];

test.each(attackers)(
  '%s that invents prefixes leaves the lines of others',
  (_, places, addressOf) => {
    const flood = new Flood();
    const isOver = (prefix: string, ip: string) => flood.isOver('pending', refused(prefix, ip));
    const kept = Array.from({ length: 20_000 }, (_, n) => isOver(`invented${n}`, addressOf(n)));
    expect(kept.filter((over) => !over)).toHaveLength(places);
    expect(isOver('mine', '198.51.100.1')).toBe(false);
    // A prefix that another address has used stays open to the flooding address.
    expect(isOver('mine', addressOf(1))).toBe(false);
    const mine = Array.from({ length: 200 }, () => isOver('mine', '198.51.100.1'));
    expect(mine.filter((over) => !over)).toHaveLength(118);
  },
);

test('many networks that have taken all places together make room for one more network', () => {
  const flood = new Flood();
  const isOver = (prefix: string, ip: string) => flood.isOver('pending', refused(prefix, ip));
  const networks = Array.from({ length: 100 }, (_, n) => `203.0.113.${n}`);
  for (const ip of networks) {
    for (let n = 0; n < 100; n++) expect(isOver(`${ip} ${n}`, ip)).toBe(false);
  }
  expect(isOver('mine', '198.51.100.1')).toBe(false);
  // Each network keeps the prefix that it has used first.
  expect(networks.map((ip) => isOver(`${ip} 49`, ip))).not.toContain(true);
  expect(networks.map((ip) => isOver(`${ip} 50`, ip))).not.toContain(false);
});

test('a wider network that has lost places can take places again', () => {
  const flood = new Flood();
  const isOver = (prefix: string, ip: string) => flood.isOver('pending', refused(prefix, ip));
  const ofOneWider = ['2001:db8:0:1::1', '2001:db8:0:2::1'];
  const others = Array.from({ length: 98 }, (_, n) => `203.0.113.${n}`);
  for (const ip of [...ofOneWider, ...others]) {
    for (let n = 0; n < 100; n++) expect(isOver(`${ip} ${n}`, ip)).toBe(false);
  }
  expect(isOver('mine', '198.51.100.1')).toBe(false);
  const third = Array.from({ length: 100 }, (_, n) => isOver(`third ${n}`, '2001:db8:0:3::1'));
  expect(third.filter((over) => !over)).toHaveLength(50);
});
