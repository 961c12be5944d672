import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { parseDatabaseAddress } from '../../src/shared/database-address.ts';
import { runs } from '../harness/rounds.ts';

const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/);
const ip = fc.oneof(
  fc.ipV4(),
  fc.ipV6().map((text) => `[${text}]`),
);
const place = fc.record({
  host: fc.oneof(name, ip),
  port: fc.option(fc.integer({ min: 1, max: 65_535 })),
});
const asWritten = ({ host, port }: { host: string; port: number | null }) =>
  port === null ? host : `${host}:${port}`;

/** The settings that pg reads from an address of one host. */
function understood(url: string) {
  const { host, port, user, password, database } = new pg.Client(url);
  return { host, port, user, password, database };
}

const address = fc.record({
  scheme: fc.constantFrom('postgres', 'postgresql'),
  user: name,
  // The values contain the characters that separate the parts of an address.
  password: fc.string({ minLength: 1, maxLength: 12 }).map(encodeURIComponent),
  places: fc.array(place, { minLength: 2, maxLength: 5 }),
  database: name,
  before: fc.constantFrom([], ['application_name=x']),
  wants: fc.constantFrom(null, 'read-write', 'primary', 'any'),
  after: fc.constantFrom([], ['sslmode=disable', 'keepalives=1']),
});

test('each host gets the user, password, database and parameters of the address, and its own port or 5432', () => {
  const holds = fc.property(address, (input) => {
    const { scheme, user, password, places, database, before, wants, after } = input;
    const attributes = wants === null ? [] : [`target_session_attrs=${wants}`];
    const all = [...before, ...attributes, ...after].join('&');
    const text = `${scheme}://${user}:${password}@${places.map(asWritten).join(',')}/${database}${all && `?${all}`}`;
    const parsed = parseDatabaseAddress(text);
    const rest = [...before, ...after].join('&');
    expect(parsed?.hosts).toEqual(
      places.map(
        (one) =>
          `${scheme}://${user}:${password}@${asWritten(one)}/${database}${rest && `?${rest}`}`,
      ),
    );
    const meant = { 'read-write': 'writable', primary: 'primary', any: 'any' } as const;
    expect(parsed?.wants).toBe(meant[wants ?? 'read-write']);
    for (const [i, url] of (parsed?.hosts ?? []).entries()) {
      const host = understood(url);
      expect(host).toMatchObject({ user, database, password: decodeURIComponent(password) });
      expect(host.port).toBe(places[i]?.port ?? 5432);
    }
  });
  fc.assert(holds, { numRuns: runs({ few: 300, all: 20_000 }) });
});

test.each([
  'postgresql://team_api:change-me@db.example.com:5432/team_api',
  'postgres://[::1]:5432/team_api?sslmode=verify-full&target_session_attrs=read-write',
  'postgresql://team_api@%2Fvar%2Frun%2Fpostgresql/team_api',
  'postgresql:///team_api?host=/var/run/postgresql',
])('an address of one host goes to pg unchanged: %s', (url) => {
  expect(parseDatabaseAddress(url)).toEqual({ hosts: [url], wants: 'writable' });
});

test('parameters may name the hosts, as libpq reads them', () => {
  const both = ['postgres://u@a:5433/d?x=1', 'postgres://u@[::1]:5433/d?x=1'];
  expect(parseDatabaseAddress('postgres://u@/d?host=a,::1&port=5433&x=1')?.hosts).toEqual(both);
  const each = parseDatabaseAddress('postgres:///d?host=a,b&port=1,&target_session_attrs=any');
  expect(each).toEqual({ hosts: ['postgres://a:1/d', 'postgres://b/d'], wants: 'any' });
});

test.each([
  'mysql://a,b/d',
  'postgres://a,,b/d',
  'postgres://a,b:port/d',
  'postgres://a:1,b:70000/d',
  'postgres:///d?host=a,b,c&port=1,2',
  'postgres://a,b/d?target_session_attrs=standby',
  'postgres://a/d?target_session_attrs=prefer-standby',
  'a,b',
  '',
])('%s is refused as an address', (text) => {
  expect(parseDatabaseAddress(text)).toBeNull();
});
